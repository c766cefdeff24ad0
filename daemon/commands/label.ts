import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { hotspotFrom } from '../../netplan/hotspot.ts';
import { label } from '../../portal/label.ts';
import type { Command } from '../cli-run.ts';
import { readLayers } from '../layers-on-disk.ts';
import { pathsFor } from '../paths.ts';
import { readSettings } from '../settings.ts';

/** The hotspot's address: apps have it built in, so that it changes only where it collides with another network. */
const address = '10.42.0.1';

/** `machine-agent label`: what goes on the box. */
export const labelCommand: Command = {
  usage: 'label [--svg]',
  describe: 'Print what goes on the box: name, password, address and QR code of the hotspot.',
  async run(args, { options, print, complain }) {
    let svg = false;
    try {
      svg = parseArgs({ args: [...args], options: { svg: { type: 'boolean', default: false } } }).values.svg;
    } catch (error) {
      complain(`machine-agent label: ${error instanceof Error ? error.message : String(error)}\n`);
      return 2;
    }
    const { settings } = readSettings(
      await readLayers(pathsFor(options), (path, text) => complain(`machine-agent label: ${path}: ${text}\n`)),
    );
    const network = settings.network_configuration;
    const { ssid, password } = hotspotFrom(network, hostname());
    const made = label({ ssid, password, address, title: `${network.manufacturer} ${network.model}` });
    print(svg ? made.svg : made.text);
    return 0;
  },
};
