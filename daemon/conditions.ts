import { seconds } from '../netplan/duration.ts';
import { cloudConditions } from './cloud/conditions.ts';
import { atOnce, type ConditionWords } from './condition.ts';
import { serverConditions } from './server/conditions.ts';

export type { ConditionWords, Severity } from './condition.ts';

/**
 * Everything that can be wrong, by name: portal, cloud status and log read this one list. A unit has its own in its folder.
 * docs/health.md is made from it.
 */
export const conditions = {
  'not-configured': {
    severity: 'info',
    title: 'No machine credentials yet',
    text: 'This machine belongs to nobody yet. Give it its credentials on its sign-in page or with the app.',
    holdsFor: atOnce,
  },
  'built-in-hotspot-password': {
    severity: 'warning',
    title: 'Hotspot password is the built-in one',
    text: 'Everybody knows the built-in hotspot password. Set hotspot_password of your own.',
    holdsFor: atOnce,
  },
  'settings-problem': {
    severity: 'warning',
    title: 'Settings with mistakes',
    text: 'Some settings are not valid and are not used. machine-agent --check names each one.',
    holdsFor: atOnce,
  },
  'accepted-not-applied': {
    severity: 'info',
    title: 'Settings without effect',
    text: 'Some settings are valid, but nothing in this version applies them.',
    holdsFor: atOnce,
  },
  'credentials-corrupt': {
    severity: 'error',
    title: 'Machine credentials are damaged',
    text: 'The credentials file cannot be read. Give the machine its credentials again; the old file is kept beside it.',
    holdsFor: atOnce,
  },
  'plain-page': {
    severity: 'warning',
    title: 'Sign-in page is the plain one',
    text: 'The files of the sign-in page are missing or damaged. A plain form does its work; install the agent again.',
    holdsFor: atOnce,
  },
  'storage-unwritable': {
    severity: 'error',
    title: 'Storage cannot be written',
    text: 'The disk is full or read-only. What is given to the machine now is lost when it restarts.',
    holdsFor: atOnce,
  },
  'networkmanager-away': {
    severity: 'error',
    title: 'NetworkManager does not answer',
    text: 'NetworkManager is not running or not reachable. It is waited for; check that it is installed and started.',
    holdsFor: seconds(20),
  },
  'no-wifi-device': {
    severity: 'error',
    title: 'No usable wifi device',
    text: 'There is no wifi device that NetworkManager manages. Plug one in, or check its driver and hotspot_interface.',
    holdsFor: seconds(30),
  },
  'no-access-point-mode': {
    severity: 'error',
    title: 'Wifi device cannot open a hotspot',
    text: 'This wifi device, or its driver, has no access point mode. Use another one, or set hotspot_interface.',
    holdsFor: seconds(30),
  },
  'radio-blocked': {
    severity: 'error',
    title: 'Wifi is switched off',
    text: 'The radio is blocked by a switch or by rfkill. Switch it on.',
    holdsFor: seconds(5),
  },
  'country-not-set': {
    severity: 'warning',
    title: 'Wifi country is not set',
    text: 'Without a country some channels, and with some devices the hotspot, do not work. Set wifi_country.',
    holdsFor: seconds(30),
  },
  'country-refused': {
    severity: 'warning',
    title: 'Wifi country was refused',
    text: 'The system did not accept wifi_country. Two letters are right, as in DE, and the package wireless-regdb.',
    holdsFor: atOnce,
  },
  'iw-missing': {
    severity: 'warning',
    title: 'iw is not installed',
    text: 'The wifi country cannot be set. Install the package iw.',
    holdsFor: atOnce,
  },
  'hotspot-not-broadcasting': {
    severity: 'error',
    title: 'Hotspot does not come up',
    text: 'The hotspot was asked for, but is not on the air. It is tried again and again.',
    holdsFor: atOnce,
  },
  'hotspot-refused': {
    severity: 'error',
    title: 'NetworkManager does not open the hotspot',
    text: 'NetworkManager or the wifi driver refused the hotspot. It is tried again; the log of NetworkManager says more.',
    holdsFor: seconds(5),
  },
  'hotspot-door-closed': {
    severity: 'error',
    title: 'The hotspot does not serve all it should',
    text: 'A part of what phones need on the hotspot cannot be opened. It is tried again.',
    holdsFor: seconds(10),
  },
  'hotspot-subnet-moved': {
    severity: 'info',
    title: 'Hotspot has another address than usual',
    text: 'The usual network of the hotspot is in use on this machine. Apps that expect 10.42.0.1 do not find it.',
    holdsFor: atOnce,
  },
  'hotspot-impaired': {
    severity: 'warning',
    title: 'Hotspot is not as it should be',
    text: 'The hotspot is on the air, but a part of it does not work.',
    holdsFor: seconds(5),
  },
  'scan-failing': {
    severity: 'warning',
    title: 'No scan beside the hotspot',
    text: 'This wifi device cannot look for networks while its hotspot is up. Known networks are looked for between.',
    holdsFor: atOnce,
  },
  'dns-port-in-use': {
    severity: 'error',
    title: 'Port 53 is taken',
    text: 'Another program answers names on the hotspot, so that phones may not show the sign-in page.',
    holdsFor: seconds(5),
  },
  'http-port-in-use': {
    severity: 'error',
    title: 'Port 80 is taken',
    text: 'Another program answers web pages on the hotspot, so that the sign-in page cannot be shown.',
    holdsFor: seconds(5),
  },
  'dhcp-port-in-use': {
    severity: 'error',
    title: 'Port 67 is taken',
    text: 'Another program gives out addresses, so that phones may get none on the hotspot.',
    holdsFor: seconds(5),
  },
  'app-port-in-use': {
    severity: 'warning',
    title: 'Port 4772 is taken',
    text: 'Another program uses the port of the provisioning app. The page in the browser still works.',
    holdsFor: seconds(5),
  },
  'dnsmasq-missing': {
    severity: 'error',
    title: 'dnsmasq is not installed',
    text: 'Phones get no address on the hotspot without it. Install the package dnsmasq-base.',
    holdsFor: atOnce,
  },
  'nft-missing': {
    severity: 'warning',
    title: 'nftables is not installed',
    text: 'Services of this machine can be reached from its hotspot. Install the package nftables.',
    holdsFor: atOnce,
  },
  'iproute-missing': {
    severity: 'warning',
    title: 'iproute2 is not installed',
    text: 'The address that makes some phones show the sign-in page cannot be set. Install the package iproute2.',
    holdsFor: atOnce,
  },
  'network-change-undone': {
    severity: 'warning',
    title: 'A change of the networks was taken back',
    text: 'The machine did not come online with the changed network settings, so it went back to the former ones. It tries again when they change.',
    holdsFor: atOnce,
  },
  'reboot-did-not-happen': {
    severity: 'error',
    title: 'Reboot did not happen',
    text: 'The machine was offline for too long and asked for a reboot, but it is still running.',
    holdsFor: atOnce,
  },
  'unit-crashed': {
    severity: 'error',
    title: 'A part of the agent fails',
    text: 'A part of the agent ended unexpectedly. It is started again; the others go on.',
    holdsFor: atOnce,
  },
  'event-loop-blocked': {
    severity: 'warning',
    title: 'The agent stands still at times',
    text: 'The agent did not get to work for seconds. The machine is overloaded, or the agent has a fault.',
    holdsFor: atOnce,
  },
  ...cloudConditions,
  ...serverConditions,
} as const satisfies Record<string, ConditionWords>;

export type HealthCode = keyof typeof conditions;

/** The rows of docs/health.md, sorted by name. */
export function conditionsTable(): string {
  const rows = Object.entries<ConditionWords>(conditions).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '| code | severity | shown after | what a person reads |',
    '|---|---|---|---|',
    ...rows.map(
      ([code, { severity, holdsFor, title, text }]) =>
        `| \`${code}\` | ${severity} | ${holdsFor === 0 ? 'at once' : `${holdsFor / 1000} s`} | **${title}.** ${text} |`,
    ),
  ].join('\n');
}
