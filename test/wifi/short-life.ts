// `node short-life.ts up|rising|holding`: an agent that is killed at that moment.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDoor } from './door.ts';
import { fragment } from './surroundings.ts';

const moment = process.argv[2];
const die = () => process.kill(process.pid, 'SIGKILL');
const door = openDoor();
await door.sees(({ available, device }) => available && device);
if (moment === 'holding') {
  await door.networks.perform({ action: 'autoconnect', allowed: false });
  die();
}
let isUp = false;
const rising = door.raise().then(() => {
  isUp = true;
});
while (moment === 'rising' && !isUp) {
  if (existsSync(fragment)) die();
  await sleep(5);
}
await rising;
die();
