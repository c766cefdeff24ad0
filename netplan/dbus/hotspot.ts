import { randomUUID } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Clock } from '../clock.ts';
import { seconds } from '../duration.ts';
import { NetworkError } from '../errors.ts';
import type { Hotspot } from '../profile.ts';
import { activate } from './activation.ts';
import { addAnswerAddress, removeAnswerAddresses } from './address.ts';
import type { Bus } from './bus.ts';
import { dhcpBlocker, servesDhcp } from './dhcp.ts';
import { removeFragment, writeFragment } from './fragment.ts';
import { hotspotSettings } from './hotspot-settings.ts';
import type { Log } from './log.ts';
import { type HotspotProblem, type Problems, programProblem } from './problems.ts';
import type { ProgramResult, RunProgram } from './program.ts';
import { applyRules, removeRules } from './rules.ts';
import { portConflicts } from './selfcheck.ts';
import type { Service } from './service.ts';
import { freeSubnet, readRoutes, usualAddress } from './subnet.ts';
import { withoutScans } from './supplicant.ts';

export type HotspotDoors = {
  readonly bus: Bus;
  readonly service: Service;
  readonly clock: Clock;
  readonly log: Log;
  readonly run: RunProgram;
  readonly problems: Problems;
  /** Where NetworkManager's dnsmasq looks. */
  readonly fragmentFolder: string;
};

/** Where and how this time. */
export type Site = {
  /** Object path of the device. */
  readonly device: string;
  readonly interface: string;
  readonly channel: number;
};

const activationLimit = seconds(25);

const hostOf = (cidr: string): string => cidr.split('/')[0] ?? cidr;

/**
 * Puts the hotspot on the air, with everything that belongs to it: the rules and the answer address first, so that there
 * is no moment without them, then NetworkManager's activation. What only makes the portal worse is a problem that
 * is named; the hotspot comes up all the same, because a machine that nobody reaches cannot be mended. Why none came up
 * is a problem as well.
 * @returns the object path of its activation
 * @throws NetworkError when there is no hotspot afterwards: nothing of it is left behind
 */
export async function raiseHotspot(doors: HotspotDoors, hotspot: Hotspot, digest: string, site: Site): Promise<string> {
  const { run, problems, log } = doors;
  const [routes, blocker] = await Promise.all([readRoutes(run), dhcpBlocker()]);
  const address = freeSubnet(routes, site.interface);
  const own = hostOf(address);
  if (address !== usualAddress) {
    problems.add({ code: 'subnet-moved', text: `10.42.0.0/24 is in use here, so the hotspot has ${own}` });
  }
  try {
    await furnish(doors, site.interface, { own, answerAddress: hotspot.answerAddress });
    const coming = () => activateHotspot(doors, hotspot, { digest, address, site });
    const activation = await withoutScans(doors, site.interface, coming);
    await checkPorts(doors, own);
    problems.noFailure();
    log.info({ interface: site.interface, address, channel: site.channel }, 'hotspot is up');
    return activation;
  } catch (error) {
    await clearHotspot(doors);
    const failure = await whyNot(run, blocker, error);
    problems.setFailure(failure, doors.clock.now());
    throw new NetworkError(codeOf(error), `the hotspot did not come up: ${failure.text}`, { cause: error });
  }
}

/** What lies around NetworkManager's part: the rules and the answer address. */
export async function furnish(
  { run, problems }: HotspotDoors,
  name: string,
  { own, answerAddress }: { readonly own: string; readonly answerAddress: string },
): Promise<void> {
  const another = isIPv4(answerAddress) && answerAddress !== own;
  const rules = { interface: name, addresses: another ? [own, answerAddress] : [own] };
  const [ruled, answered] = await Promise.all([
    applyRules(run, rules),
    another ? addAnswerAddress(run, answerAddress) : undefined,
  ]);
  problems.add(programProblem('nft', ruled));
  problems.add(answered && programProblem('ip', answered));
}

/** The self-check: what is in the way of the portal on the hotspot's address. */
export async function checkPorts({ problems }: HotspotDoors, own: string): Promise<void> {
  for (const { protocol, port, holder } of await portConflicts(own)) {
    problems.add({ code: 'port-taken', text: `port ${port} (${protocol}) of the hotspot is held by ${holder}` });
  }
}

/**
 * Takes away what lies outside NetworkManager. Safe at any time, also when nothing is there. While NetworkManager is away,
 * or only our way to it, its access point and its DHCP server may be on the air still, and phones with them: the shield
 * stays.
 * @returns whether nothing of it is left: rules that stay would keep the next link on that radio from working
 */
export async function clearHotspot({ bus, run, fragmentFolder, problems, log }: HotspotDoors): Promise<boolean> {
  problems.clear();
  if (bus.owner === undefined) return false;
  const [file, addresses, rules] = await Promise.all([
    takeFragmentAway({ fragmentFolder, log }),
    removeAnswerAddresses(run),
    removeRules(run),
  ]);
  for (const { status, complaint } of [addresses, rules]) {
    if (isOver(status)) continue;
    log.warn({ status, complaint }, 'what belonged to the hotspot could not be taken away');
  }
  return file && isOver(addresses.status) && isOver(rules.status);
}

/** A program that is not there has put nothing there either. */
const isOver = (status: ProgramResult['status']) => status === 'done' || status === 'missing';

/** Never rejects: false when it is still there. */
export const takeFragmentAway = ({ fragmentFolder, log }: Pick<HotspotDoors, 'fragmentFolder' | 'log'>) =>
  removeFragment(fragmentFolder).then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error, folder: fragmentFolder }, 'the file for dnsmasq could not be taken away');
      return false;
    },
  );

async function activateHotspot(
  doors: HotspotDoors,
  hotspot: Hotspot,
  { digest, address, site }: { readonly digest: string; readonly address: string; readonly site: Site },
): Promise<string> {
  const { service, fragmentFolder, problems, log } = doors;
  const settings = hotspotSettings(hotspot, { ...site, id: randomUUID(), address, digest });
  await writeFragment(fragmentFolder).catch((error: unknown) => {
    // A full disk: dnsmasq then answers the names itself. Whoever types the address still reaches the portal.
    const text = `names do not lead to the portal: ${fragmentFolder} cannot be written`;
    problems.add({ code: 'fragment-unwritable', text });
    log.warn({ err: error }, text);
  });
  try {
    const begin = async () => (await service.addAndActivate(settings, site.device)).activation;
    const { path, ended } = await activate(doors, site.device, begin, activationLimit);
    const ending = await ended;
    if (ending.kind === 'activated' && (await servesDhcp(doors.clock, site.interface, hostOf(address)))) return path;
    await service.deactivate(path).catch(() => undefined);
    throw new NetworkError('refused', ending.kind === 'failed' ? ending.code : noServer);
  } finally {
    // One that dies may have started its dnsmasq just now, which would answer names until the next boot if it did not read
    // the file. No other shared connection starts meanwhile, and `HotspotLife.tidy` takes the file away.
    if (doors.bus.owner !== undefined) await takeFragmentAway(doors);
  }
}

const noServer = 'no DHCP server came';
/** Its dnsmasq did not come to work; by number NetworkManager's IP config unavailable, shared start failed, shared failed. */
const withoutDnsmasq = [noServer, 'device 5', 'device 18', 'device 19'];

/** NetworkManager's own reason is the same number for all of these. */
async function whyNot(run: RunProgram, blocker: string | undefined, error: unknown): Promise<HotspotProblem> {
  if ((await run('dnsmasq', ['--version'])).status === 'missing') {
    return { code: 'dnsmasq-missing', text: 'dnsmasq is not installed (package dnsmasq-base)' };
  }
  const ofDhcp = error instanceof NetworkError && withoutDnsmasq.includes(error.message);
  if (blocker !== undefined && ofDhcp) return { code: 'dhcp-port-taken', text: `port 67 is held by ${blocker}` };
  return { code: 'activation-failed', text: error instanceof Error ? error.message : String(error) };
}

const codeOf = (error: unknown) => (error instanceof NetworkError ? error.code : 'refused');
