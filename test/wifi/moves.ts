// In a guest with systemd: how long a machine is offline that is carried to the next hall, with the agent, with
// NetworkManager alone, which has the same networks saved and connects by itself, and with comitup beside it.
// `node moves.ts MOVES [ours,NetworkManager,comitup]`: so many with the agent, a third of them with NetworkManager, a
// tenth with comitup, six at a time in turn. Prints a line of JSON for each move; test/bench/moves.ts makes a report of them.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { active, forgetNetworks, prepareMachine, startAgent, stopAgent } from './agent.ts';
import { type Hall, halls, makeHalls, moveTo, psk, ssidOf } from './halls.ts';
import { lab, printed, until } from './story.ts';

const moves = Number(process.argv[2] ?? 10);
const wanted = (process.argv[3] ?? 'ours,NetworkManager').split(',');
const block = 6;
/** A machine works for a while before it moves on. */
const stay = 10_000;
const longestMove = 300;

/** The internet's own answer, asked without a program that would have to be started first. */
const hasInternet = () =>
  new Promise<boolean>((resolve) => {
    const request = get('http://203.0.113.1/online.txt', { timeout: 1000, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });

/** hostapd sends its first beacon when it says so; its clock is ours. */
function firstBeacon(hall: Hall): number {
  const log = readFileSync(`${process.env['WIFILAB_OUT']}/logs/${hall}-hostapd.log`, 'utf8');
  return Number(/^([\d.]+): .*AP-ENABLED/m.exec(log)?.[1]) * 1000;
}

async function forget(): Promise<void> {
  await forgetNetworks();
  await printed('nmcli', 'device', 'set', 'wlan0', 'autoconnect', 'yes');
}

const priorityOf = { north: 30, middle: 20, south: 10 } as const;

async function save(): Promise<void> {
  for (const hall of halls) {
    const wifi = ['ssid', ssidOf[hall], 'wifi.hidden', hall === 'middle' ? 'yes' : 'no'];
    const key = ['wifi-sec.key-mgmt', 'wpa-psk', 'wifi-sec.psk', psk];
    // As the agent saves them: a network that failed once is not given up for ever.
    const auto = ['autoconnect', 'yes', 'connection.autoconnect-priority', String(priorityOf[hall])];
    const retries = ['connection.autoconnect-retries', '0'];
    const add = ['connection', 'add', 'type', 'wifi', 'ifname', 'wlan0', 'con-name', hall];
    await execa('nmcli', [...add, ...wifi, ...key, ...auto, ...retries]);
  }
}

type Contender = { readonly share: number; begin(): Promise<void>; end(): Promise<unknown> };
const contenders: Readonly<Record<string, Contender>> = {
  ours: {
    share: 1,
    async begin() {
      const entries = halls.map((hall) => [
        hall,
        { type: 'wifi', ssid: ssidOf[hall], psk, priority: priorityOf[hall], hidden: hall === 'middle' },
      ]);
      const network = { turn_on_hotspot_if_wifi_has_no_internet: true, offline_before_starting_hotspot_minutes: 10 };
      prepareMachine({ configured: true, network, others: { additional_networks: Object.fromEntries(entries) } });
      await startAgent();
    },
    end: stopAgent,
  },
  NetworkManager: { share: 1 / 3, begin: save, end: async () => undefined },
  comitup: {
    share: 1 / 10,
    async begin() {
      await save();
      await execa('systemctl', ['start', '--no-block', 'comitup']);
    },
    end: () => lab('comitup_forget'),
  },
};

/** From the new hall's first beacon to internet, in seconds; null: not at all. The old hall is out of reach at once. */
async function move(to: Hall): Promise<number | null> {
  await moveTo(to);
  const isThere = async () => (await hasInternet()) && (await active()).includes(to);
  const came = await until(longestMove, isThere).catch(() => false);
  return came === false ? null : (Date.now() - firstBeacon(to)) / 1000;
}

/** So many moves of one contender, from a fresh start. */
async function turn(name: string, first: number, count: number): Promise<void> {
  const { begin, end } = contenders[name] as Contender;
  await forget();
  await moveTo();
  await begin();
  // The first hall after a start is no move.
  let hall: Hall = 'north';
  await move(hall);
  for (let number = first; number < first + count; number++) {
    await sleep(stay);
    // Onward twice, and then back to where it came from.
    hall = halls[(halls.indexOf(hall) + (number % 3 === 2 ? 2 : 1)) % halls.length] as Hall;
    const seconds = await move(hall);
    console.log(
      JSON.stringify({
        contender: name,
        move: number + 1,
        to: hall,
        seconds: seconds && Math.round(seconds * 100) / 100,
      }),
    );
  }
  await end();
}

await lab('start_device');
await makeHalls({ southHasInternet: true });
if (wanted.includes('comitup')) await lab('install_comitup');
const made = new Map<string, number>();
const left = (name: string) => Math.ceil(moves * (contenders[name] as Contender).share) - (made.get(name) ?? 0);
while (wanted.some((name) => left(name) > 0)) {
  for (const name of ['ours', 'NetworkManager', 'ours', 'comitup', 'ours']) {
    const count = Math.min(block, left(name));
    if (!wanted.includes(name) || count <= 0) continue;
    const first = made.get(name) ?? 0;
    made.set(name, first + count);
    await turn(name, first, count);
  }
}
