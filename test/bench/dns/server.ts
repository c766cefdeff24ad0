// Our name server alone in a process, as the agent runs it in the hotspot: server.ts PORT
import { createNameServer } from '../../../dns/server.ts';
import { all } from '../../support/dns.ts';

const server = createNameServer();
server.set(all);
await server.listen('127.0.0.1', Number(process.argv[2]));
