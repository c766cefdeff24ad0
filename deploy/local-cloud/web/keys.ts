import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { permissions } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { type Guard, nameSchema } from './guard.ts';

const creation = z.object({
  name: nameSchema,
  permission: z.enum(permissions),
  machine: z.string().max(200).optional(),
});

export function keyRoutes(app: FastifyInstance, store: Store, guard: Guard): void {
  app.post('/api/keys', async (request) => {
    guard(request, 'owner');
    const { name, permission, machine } = creation.parse(request.body);
    if (machine !== undefined) store.machines.known(machine);
    const { key, secret } = store.keys.create(name, permission, machine);
    return { id: key.id, key: secret.reveal() };
  });
  app.delete('/api/keys/:id', async (request) => {
    guard(request, 'owner');
    store.keys.remove(z.object({ id: z.string().max(200) }).parse(request.params).id);
    return {};
  });
}
