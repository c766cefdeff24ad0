import type { PageModel } from '../page-model.ts';

/**
 * A network's name for the eye: blanks at its ends, which belong to the name, are drawn (`␣`), and so are control
 * characters. Only for showing.
 */
export const shownName = (name: string): string =>
  name
    .replace(/^ +| +$/g, (blanks) => '␣'.repeat(blanks.length))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an SSID may hold any byte
    .replace(/[\0-\x1f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)));

/** What the hotspot is called, for people. */
export const hotspotOf = ({ status: { device } }: Pick<PageModel, 'status'>): string =>
  shownName(device.hotspotName ?? device.hostName);
