import { hours, minutes, seconds } from '../../netplan/duration.ts';

/** Every fixed time of the provisioning machine. What an operator may change is in `Rules`. */
export const limits = {
  /** Online this long, and the offline count starts anew: a flapping link cannot hold the hotspot off for ever. */
  steadyOnline: seconds(30),
  /** Polls prolong a person's activity only within this time of the last deliberate act. */
  pollsProlong: minutes(30),
  /** An accepted reply that nobody reports as delivered counts as such after this. */
  delivery: seconds(15),
  /** From the delivered reply until the hotspot goes, so that the phone can show it. */
  farewell: seconds(3),
  /** A try of a profile of ours; NetworkManager itself gives up on DHCP after about 53 s. */
  ownTry: seconds(75),
  otherTry: seconds(100),
  /** After a join, how long the question of internet may stay open. */
  internetAnswer: seconds(20),
  /** Said so long after a link has come, that there is no internet behind it is no hasty word any more. */
  hastyAnswer: seconds(8),
  /** A list may show a network that has just gone: wpa_supplicant forgets it after two scans. Then it counts anew. */
  notFound: seconds(45),
  /** A network whose link was lost is tried after all others for so long: most likely we have left it. */
  lost: seconds(60),
  /** Without an access point for so long, a radio does not only go over to the next one of the same network. */
  roam: seconds(2),
  /** So long after a link ended only what is in sight is tried, and scans follow each other closely. */
  arriving: seconds(20),
  /** A failed network that was out of sight for this long may be tried again. */
  unseen: seconds(60),
  /** In a station, a failed network is tried again after this although it never was out of sight. */
  failed: minutes(30),
  /** A change to a link in use must have brought the device online again within this. */
  proving: seconds(60),
  /** Switched off, the device gives its radio back within this. From then on that is its owner's business alone. */
  givingBack: seconds(30),
  /** For the way back to be taken. */
  undoing: seconds(30),
  /** A network of higher priority must be in sight for so long, and so strong (0 to 100), before the device moves. */
  betterFor: seconds(60),
  betterSignal: 40,
  /** After a move, none for so long; doubled while moves follow each other. */
  restAfterMove: minutes(5),
  longestRestAfterMove: hours(1),
  /** How often a station looks whether a network of higher priority is there. */
  lookForBetter: seconds(60),
  /** Results of networks that are remembered. */
  results: 256,
  /** From the wish until the hotspot must be on the air. */
  broadcast: seconds(30),
  /** A hotspot on the air stays this long before a known network in sight may end it. */
  heard: seconds(60),
  /** How long a new list may keep the hotspot off the air; also how long trying waits for a fresh list. */
  scan: seconds(15),
  /** A hotspot comes with a list of networks that is not older, unless there is none to be had within `scan`. */
  freshList: seconds(15),
  scanFailures: 3,
  /** Of a hotspot that nobody uses. Each takes it off the air for some 5 s: a phone that searches must not miss it. */
  hotspotScan: seconds(60),
  /** Where no known network could end the hotspot, a scan only keeps the page's list from growing old. */
  hotspotList: minutes(5),
  /** After asking for a reboot, the machine is expected to be gone within this. */
  reboot: minutes(5),
  /** Online this long, and reboots no longer count as in a row. */
  rebootsForgotten: minutes(10),
  longestReboot: hours(24),
  /** A clock sleeps at most this long at a time: `setTimeout` beyond 2³¹ ms fires at once. */
  sleep: hours(1),
} as const;

/** Between tries to broadcast: 10 s, doubled each time, at most 5 minutes. */
export const restBeforeBroadcast = (tries: number) => Math.min(seconds(10) * 2 ** Math.min(tries - 1, 10), minutes(5));
