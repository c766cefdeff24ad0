// The real agent, and the programs that it depends on, and itself: killed, and started again.
import { killAgent, startAgent } from '../agent.ts';
import { home, play, type Scene } from '../faults.ts';
import { lab } from '../story.ts';

const networkManager = async () => {
  await lab('kill_background', 'NetworkManager');
  await lab('start_nm');
};
const agent = async () => {
  await killAgent();
  await startAgent();
};

const scenes: readonly Scene[] = [
  {
    name: 'NetworkManager killed while online',
    from: 'online',
    disturb: networkManager,
    end: 'online',
    saved: [home.ssid],
  },
  { name: 'the agent killed while online', from: 'online', disturb: agent, end: 'online', saved: [home.ssid] },
  {
    name: 'NetworkManager killed while the hotspot is up',
    from: 'hotspot',
    disturb: networkManager,
    end: 'hotspot',
    saved: [],
  },
];

await lab('start_device');
await lab('make_router', 'home', home.ssid, home.psk);
await play(scenes);
