import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Read by the dnsmasq of every shared connection on this machine, whoever made it: so it must not lie there long. */
export const dnsmasqFolder = '/etc/NetworkManager/dnsmasq-shared.d';
const file = '90-machine-agent.conf';

/**
 * NetworkManager's dnsmasq does DHCP for the hotspot, and nothing else: names are answered by the agent. 0.0.0.0 in the
 * option means the address of the interface that a request came in on.
 */
export const fragmentText = `# Of machine-agent, only while its hotspot starts.
port=0
dhcp-option=option:dns-server,0.0.0.0
`;

/** There while an activation runs: dnsmasq reads it once, when it starts. */
export async function writeFragment(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // A leading dot: dnsmasq does not read a half-written one. It is not made durable: after a power cut it is unwanted.
  const draft = join(folder, `.${file}`);
  await writeFile(draft, fragmentText, { mode: 0o644 });
  await rename(draft, join(folder, file));
}

/** Whatever is there of it, also of an agent that was killed. */
export async function removeFragment(folder: string): Promise<void> {
  await Promise.all([file, `.${file}`].map((name) => rm(join(folder, name), { force: true })));
}
