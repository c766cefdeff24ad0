import type { RunProgram } from './program.ts';

const table = 'inet machine_agent';

/** Ports that the portal needs on the hotspot: DNS, the page, and the apps' gRPC. */
const tcpPorts = '{ 53, 80, 4772 }';

export type RuleSet = {
  readonly interface: string;
  /** The hotspot's own address and, if it is another, the answer address; without prefix lengths. */
  readonly addresses: readonly string[];
};

/** The table goes, and comes as a whole, in one transaction: there is no moment between two sets of rules. */
const withoutTable = `table ${table}\ndelete table ${table}\n`;

/**
 * What whoever joins the hotspot may reach: the portal, and nothing else of the robot, nor of the networks it is in.
 * Everything else is rejected, not dropped, so that phones fail fast (a probe by HTTPS, a DNS server of their own).
 * Nor does anybody reach the portal who has not joined it: Linux takes a packet for any address of its own on any
 * interface (RFC 1122, 3.3.4.2, weak host), so that a neighbour on a cable only needs a route to the hotspot's address.
 * Ahead of every other table; without connection tracking, so that no address translation (a container's published
 * port 80) takes the portal's packets away, and nobody can fill the tracking table.
 */
export function rulesText({ interface: name, addresses }: RuleSet): string {
  const portal = `{ ${addresses.join(', ')} }`;
  return `${withoutTable}table ${table} {
  chain prerouting {
    type filter hook prerouting priority raw; policy accept;
    iifname "${name}" notrack
  }
  chain output {
    type filter hook output priority raw; policy accept;
    oifname "${name}" notrack
  }
  chain input {
    type filter hook input priority filter - 10; policy accept;
    iifname "${name}" jump hotspot
    iifname != { "${name}", "lo" } ip daddr ${portal} jump elsewhere
  }
  chain forward {
    type filter hook forward priority filter - 10; policy accept;
    iifname "${name}" jump refuse
    oifname "${name}" jump refuse
  }
  chain hotspot {
    udp sport 68 udp dport 67 accept
    ip daddr ${portal} jump portal
    jump refuse
  }
  chain portal {
    udp dport 53 accept
    tcp dport ${tcpPorts} accept
    meta l4proto icmp accept
  }
  chain elsewhere {
    udp dport 53 jump refuse
    tcp dport ${tcpPorts} jump refuse
  }
  chain refuse {
    meta pkttype { broadcast, multicast } drop
    meta l4proto tcp reject with tcp reset
    reject with icmpx admin-prohibited
  }
}
`;
}

export const applyRules = (run: RunProgram, rules: RuleSet) => run('nft', ['-f', '-'], { input: rulesText(rules) });

export const removeRules = (run: RunProgram) => run('nft', ['-f', '-'], { input: withoutTable });
