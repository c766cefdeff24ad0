// `node short-life.ts up|rising|holding`: an agent that is killed at that moment.
import { openDoor } from './door.ts';
import { surroundings } from './surroundings.ts';

const moment = process.argv[2];
const die = () => process.kill(process.pid, 'SIGKILL');
const door = openDoor();
await door.sees(({ available, device }) => available && device);
if (moment === 'holding') {
  await door.networks.perform({ action: 'autoconnect', allowed: false });
  die();
}
const rising = door.raise();
while (moment === 'rising') if ((await surroundings()).fragment) die();
await rising;
die();
