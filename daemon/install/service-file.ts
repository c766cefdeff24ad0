import { mallocAssignments } from '../footprint.ts';
import { stopLimit } from '../unit.ts';

/** Where a release puts the program; `--install` from elsewhere names that place instead. */
export const usualProgram = '/opt/machine-agent/bin/machine-agent';

export const serviceName = 'machine-agent.service';

/**
 * The systemd unit. deploy/machine-agent.service is this text for `usualProgram`, for those who make images.
 * @param command program and first arguments
 */
export const serviceFile = (
  command: readonly string[],
): string => `# machine-agent's systemd unit. Made by \`machine-agent --install\`; put changes of your own into a drop-in
# (systemctl edit machine-agent), which an update leaves alone.
[Unit]
Description=machine-agent: brings this machine online and keeps its server running
# Only an order. Never network-online.target: a machine that is offline is why this exists.
After=dbus.service NetworkManager.service
# Giving up after some crashes would leave a machine that nobody can reach.
StartLimitIntervalSec=0

[Service]
# Ready when every part has been started; what it then waits for is its own business.
Type=notify
# Messages come from systemd-notify, a child: Node has no Unix datagram sockets. The agent takes the socket's name out of
# the environment before it starts anything else.
NotifyAccess=all
# So that it takes little memory. The agent takes them out of the environment again: nothing that it starts has them.
Environment=${mallocAssignments.join(' ')}
EnvironmentFile=-/etc/default/machine-agent
ExecStart=${command.map(escaped).join(' ')}
Restart=always
RestartSec=2
TimeoutStartSec=120
# Longer than the agent waits for its parts, machine-server above all.
TimeoutStopSec=${stopLimit / 1000 + 15}
WatchdogSec=120
# Only the agent. If it crashes, machine-server (and the robot that it moves) goes on, and the next agent takes it over;
# when the agent is stopped, it stops machine-server itself, in order.
KillMode=process
# The agent keeps machine-server in a group of its own below ours, so that none of its children escapes.
Delegate=yes
# A process of machine-server that takes too much memory must not take the agent with it.
OOMPolicy=continue
StateDirectory=machine-agent
StateDirectoryMode=0700
# How long it has been offline is kept over a restart of the agent, and forgotten with a boot.
RuntimeDirectory=machine-agent
RuntimeDirectoryMode=0700
RuntimeDirectoryPreserve=yes
SyslogIdentifier=machine-agent
# No sandbox here, on purpose: machine-server and its modules are children and would inherit it. They use devices, buses,
# sudo, containers, real time; and the agent itself sets up networks, packet filters, /etc and the system's upgrades.
# What protects the agent is in the agent: private files, no open port but on its own hotspot, bounded input.

[Install]
WantedBy=multi-user.target
`;

/** systemd.service(5), "Command lines": quotes, and its own specifiers and variables. */
function escaped(argument: string): string {
  const plain = argument.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(plain) ? plain : `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
