import type { FastifyInstance } from 'fastify';
import { containers } from '../jobs/containers.ts';
import type { Store } from '../store/store.ts';
import type { Guard } from './guard.ts';

/** What every view of the page needs. */
export function overviewRoutes(app: FastifyInstance, store: Store, guard: Guard): void {
  app.get('/api/overview', async (request) => {
    guard(request, 'owner', 'operator');
    return {
      now: Date.now(),
      organization: store.organization,
      machines: store.machines.list().map(({ id, name, seen, report, created }) => ({
        ...{ id, name, seen, created },
        agentVersion: report?.versions.agentRunning ?? '',
        problems: report?.conditions.length ?? 0,
      })),
      fragments: store.fragments.list(),
      keys: store.keys.list().map(({ hash: _hash, ...key }) => key),
      releases: store.releases.list(),
      datasets: store.datasets.list(),
      scripts: store.registry.list(),
      containers: containers().map(({ key, description }) => ({ key, description })),
    };
  });
}
