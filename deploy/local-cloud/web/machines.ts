import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { settingLimits } from '../../../netplan/limits.ts';
import { CloudError } from '../errors.ts';
import { readConfiguration } from '../merging.ts';
import { sectionsFor } from '../sections.ts';
import { severities } from '../store/logs.ts';
import type { Machine } from '../store/machines.ts';
import type { Store } from '../store/store.ts';
import { type programs, wished } from '../wishes.ts';
import { type Guard, nameSchema } from './guard.ts';

const idIn = z.object({ id: z.string().max(200) });
export const configurationSchema = z.object({ configuration: z.string().max(settingLimits.textBytes) });

const logQuery = z.object({
  level: z.enum(severities).default('debug'),
  search: z.string().max(200).default(''),
  after: z.coerce.number().int().min(0).optional(),
});

/** Machines: credentials, configuration, what they report, logs. */
export function machineRoutes(app: FastifyInstance, store: Store, guard: Guard): void {
  const machineOf = (params: unknown): Machine => store.machines.known(idIn.parse(params).id);

  app.post('/api/machines', async (request) => {
    guard(request, 'owner', 'operator');
    return { id: store.machines.create(z.object({ name: nameSchema }).parse(request.body).name).id };
  });

  app.get('/api/machines/:id', async (request) => {
    guard(request, 'owner', 'operator');
    const { secret: _secret, ...machine } = machineOf(request.params);
    const { configuration, report } = machine;
    const given = sectionsFor(configuration, report, (id) => store.fragments.get(id)?.configuration);
    const platform = report?.host.platform ?? 'linux/amd64';
    const wish = (program: keyof typeof programs) =>
      wished(given.sections['version_control'], program, (filename, wanted) =>
        store.releases.choose(filename, platform, wanted),
      );
    return {
      ...machine,
      now: Date.now(),
      ...{ problems: readConfiguration(configuration).problems, given },
      wishes: { agent: wish('agent'), server: wish('machine-server') },
    };
  });

  app.delete('/api/machines/:id', async (request) => {
    guard(request, 'owner', 'operator');
    store.machines.remove(machineOf(request.params).id);
    return {};
  });

  // Looks at a text, and keeps nothing: what is wrong is shown while somebody types.
  app.post('/api/check', async (request) => {
    guard(request, 'owner', 'operator');
    return { problems: readConfiguration(configurationSchema.parse(request.body).configuration).problems };
  });

  app.put('/api/machines/:id/configuration', async (request) => {
    guard(request, 'owner', 'operator');
    const { id } = machineOf(request.params);
    const { configuration } = configurationSchema.parse(request.body);
    store.machines.configure(id, savable(configuration));
    return {};
  });

  app.get('/api/machines/:id/credentials', async (request, reply) => {
    guard(request, 'owner', 'operator');
    const machine = machineOf(request.params);
    void reply.header('Content-Disposition', 'attachment; filename="machine.json"');
    return credentialsFile(machine, originOf(request));
  });

  app.get('/api/machines/:id/logs', async (request) => {
    guard(request, 'owner', 'operator');
    const { after, ...query } = logQuery.parse(request.query);
    return { records: store.logs.find({ machine: machineOf(request.params).id, after, ...query }) };
  });

  app.post('/api/machines/:id/restart', async (request) => {
    guard(request, 'owner', 'operator');
    store.machines.askRestart(machineOf(request.params).id, true);
    return {};
  });
}

/** A field that is not valid costs that field only, but what is no JSON would cost everything. @throws CloudError */
export function savable(configuration: string): string {
  const { problems } = readConfiguration(configuration);
  const fatal = problems.find(
    ({ path, code, severity }) => path === '(all)' && severity === 'error' && code !== 'more-problems',
  );
  if (fatal !== undefined) throw new CloudError('invalid', `Nothing was saved. ${fatal.message}`);
  return configuration;
}

/** The file that a machine has its credentials in. */
export const credentialsFile = ({ id, secret }: Machine, origin: string) => ({
  cloud: { app_address: origin, id, secret: secret.reveal() },
});

/** As the one who asks has reached us: that address works from there. */
export function originOf(request: { readonly headers: { readonly host?: string | undefined } }): string {
  const url = `http://${request.headers.host ?? ''}`;
  if (!URL.canParse(url)) throw new CloudError('invalid', 'The request has no usable Host.');
  return new URL(url).origin;
}
