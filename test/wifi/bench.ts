// In a guest with systemd: what a person waits for, measured on the air, of this agent, of nmcli by hand, and of comitup, in
// turn. `node bench.ts ROUNDS [ours,nmcli,comitup]` prints a line of JSON for each figure; test/bench/wifi.ts makes a report of them.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { forgetNetworks, hotspotName, hotspotStands, lines, prepareMachine, startAgent, stopAgent } from './agent.ts';
import { joinHotspot, machineCredentials, phone, submit } from './person.ts';
import { holds, lab, printed, until } from './story.ts';

const rounds = Number(process.argv[2] ?? 3);
const wanted = (process.argv[3] ?? 'ours,nmcli,comitup').split(',');
const home = { ssid: 'My Home', psk: 'correct horse' };
const out = `${process.env['WIFILAB_OUT']}/logs`;
const now = () => Date.now() / 1000;
const tell = (contender: string, figure: string, value: number) =>
  console.log(JSON.stringify({ contender, figure, value: Number(value.toFixed(3)) }));

/** When beacons of a name were in the air. */
const beacons = (name: RegExp): readonly number[] =>
  readFileSync(`${out}/air.log`, 'utf8')
    .split('\n')
    .filter((line) => name.test(line))
    .map((line) => Number.parseFloat(line));
const beaconAfter = (name: RegExp, time: number) => until(300, () => beacons(name).find((each) => each > time));
/** The first one after a silence: the hotspot was gone meanwhile. */
const beaconAgain = (name: RegExp, time: number) =>
  until(300, () => {
    const later = beacons(name).filter((each) => each > time);
    return later.find((each, index) => each - (later[index - 1] ?? time) > 2);
  });
const ours = new RegExp(`Beacon \\(${hotspotName}\\)`);
const theirs = /Beacon \(comitup-\d+\)/;

const isFull = async () => (await printed('nmcli', '-g', 'CONNECTIVITY', 'general')).trim() === 'full';
const online = async () => {
  await until(300, isFull);
  return now();
};
/** When this was logged, in seconds since 1970. */
const logged = async (from: string, to: string, after: number) =>
  until(60, () => {
    const times = lines('decided').filter((each) => each['from'] === from && each['to'] === to);
    return times.map(({ time }) => Date.parse(String(time)) / 1000).find((time) => time >= after);
  });

async function forget(): Promise<void> {
  await lab('phone_leave').catch(() => undefined);
  await forgetNetworks();
  await printed('nmcli', 'device', 'set', 'wlan0', 'autoconnect', 'yes');
  await until(60, () => holds('device_state', 'disconnected'));
  // Each begins with a list of networks, as on a machine that has just been switched on.
  await until(60, () => holds('device_sees', home.ssid));
}

/** Proportional set size in MiB, and seconds of processor, of processes. */
function usage(pids: readonly string[]): { readonly memory: number; readonly processor: number } {
  let memory = 0;
  let processor = 0;
  for (const pid of pids) {
    memory += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    processor += (Number(fields[11]) + Number(fields[12])) / 100;
  }
  return { memory, processor };
}

async function idle(contender: string, pids: () => Promise<readonly string[]>): Promise<void> {
  // What the start itself has still to do is not idleness: V8 collects its garbage one to two minutes after it.
  await sleep(150_000);
  tell(contender, 'memory', usage(await pids()).memory);
  // The rarest thing that an idle agent does comes every five minutes.
  for (let minute = 0; minute < 5; minute++) {
    const before = usage(await pids()).processor;
    await sleep(60_000);
    tell(contender, 'idle-cpu', ((usage(await pids()).processor - before) / 60) * 100);
  }
}

async function measureOurs(round: number): Promise<void> {
  prepareMachine({ configured: false });
  const began = now();
  await startAgent();
  const decided = await logged('station', 'hotspot', began);
  const beacon = await beaconAfter(ours, began);
  tell('ours', 'hotspot', beacon - decided);
  tell('ours', 'start', beacon - began);
  await until(120, hotspotStands);
  if (round === 0) await idle('ours', async () => [readFileSync('/run/lab/agent.pid', 'utf8').trim()]);

  await joinHotspot();
  const wrong = now();
  await submit({ ssid: home.ssid, psk: 'wrong horse', ...machineCredentials });
  const left = await logged('hotspot', 'trying-submitted', wrong);
  const back = await beaconAgain(ours, left - 0.5);
  tell('ours', 'wrong-password', back - left);
  tell('ours', 'wrong-password-posted', back - wrong);
  await until(120, hotspotStands);

  await joinHotspot();
  const right = now();
  await submit(home);
  const gone = await logged('hotspot', 'trying-submitted', right);
  const there = await online();
  tell('ours', 'join', there - gone);
  tell('ours', 'submission', there - right);
  await stopAgent();
}

const nmcli = (...args: readonly string[]) => execa('nmcli', args, { reject: false, timeout: 200_000 });
async function measureNmcli(): Promise<void> {
  const psk = (name: string, password: string) =>
    nmcli(
      ...`connection add type wifi ifname wlan0 autoconnect no con-name ${name}`.split(' '),
      'ssid',
      home.ssid,
      'wifi-sec.key-mgmt',
      'wpa-psk',
      'wifi-sec.psk',
      password,
    );
  const mode =
    '802-11-wireless.mode ap 802-11-wireless.band bg 802-11-wireless.channel 1 ipv4.method shared ipv6.method disabled';
  const security = 'wifi-sec.key-mgmt wpa-psk wifi-sec.proto rsn wifi-sec.pairwise ccmp wifi-sec.psk hotspot-password';
  const hotspot = `connection add type wifi ifname wlan0 con-name hotspot autoconnect no ssid ${hotspotName} ${mode} ${security}`;
  await nmcli(...hotspot.split(' '));
  await psk('wrong', 'wrong horse');
  await psk('right', home.psk);

  const up = now();
  await nmcli('--wait', '60', 'connection', 'up', 'hotspot');
  tell('nmcli', 'hotspot', (await beaconAfter(ours, up)) - up);

  // As with the others a phone is on the hotspot: what was heard before it is as old, and may have to be heard anew.
  await joinHotspot();
  const wrong = now();
  await nmcli('--wait', '120', 'connection', 'up', 'wrong');
  const failed = now();
  tell('nmcli', 'failure', failed - wrong);
  await nmcli('--wait', '60', 'connection', 'up', 'hotspot');
  tell('nmcli', 'wrong-password', (await beaconAfter(ours, failed)) - wrong);

  await joinHotspot();
  const right = now();
  await nmcli('--wait', '120', 'connection', 'up', 'right');
  tell('nmcli', 'join', (await online()) - right);
}

async function measureComitup(round: number): Promise<void> {
  const page = 'http://10.41.0.1';
  const post = async (password: string) => {
    const name = /comitup-\d+/.exec(
      readFileSync(`${out}/air.log`, 'utf8')
        .split('\n')
        .findLast((line) => theirs.test(line)) ?? '',
    )?.[0];
    // Whoever was there before the hotspot went has to come anew, and not to take the old link for the new one.
    await lab('phone_leave').catch(() => undefined);
    await until(120, () => holds('phone_join', name ?? '', ''));
    await until(120, () => holds('prints', 'comitup', 'phone_curl', `${page}/`));
    const posted = now();
    // Its own script encodes the SSID once more, and not the password.
    await phone(
      'curl',
      '-sS',
      '--max-time',
      '60',
      '--data-urlencode',
      `ssid=${encodeURIComponent(home.ssid)}`,
      '--data-urlencode',
      `password=${password}`,
      `${page}/connect`,
    );
    return posted;
  };
  const began = now();
  await execa('systemctl', ['start', '--no-block', 'comitup']);
  tell('comitup', 'start', (await beaconAfter(theirs, began)) - began);
  await until(120, () => holds('comitup_serves'));
  if (round === 0) await idle('comitup', async () => (await lab('comitup_pids')).split('\n').filter(Boolean));
  const wrong = await post('wrong horse');
  tell('comitup', 'wrong-password-posted', (await beaconAgain(theirs, wrong)) - wrong);
  const right = await post(home.psk);
  tell('comitup', 'submission', (await online()) - right);
  await lab('comitup_forget');
}

await lab('start_device');
await lab('make_router', 'home', home.ssid, home.psk);
await lab('make_phone');
await lab('listen_to_air');
if (wanted.includes('comitup')) await lab('install_comitup');
for (let round = 0; round < rounds; round++) {
  const all = { ours: () => measureOurs(round), nmcli: measureNmcli, comitup: () => measureComitup(round) };
  const turns = (['ours', 'nmcli', 'comitup'] as const)
    .filter((name) => wanted.includes(name))
    .map((name) => all[name]);
  for (let turn = 0; turn < turns.length; turn++) {
    await forget();
    await turns[(turn + round) % turns.length]?.();
  }
}
