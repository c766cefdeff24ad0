import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Store } from '../store/store.ts';
import { type Guard, nameSchema } from './guard.ts';
import { configurationSchema, savable } from './machines.ts';

const params = z.object({ id: z.string().max(200) });
/** A maker may have printed an id already. */
const creation = z.object({
  name: nameSchema,
  id: z
    .string()
    .regex(/^[\w.:-]{1,100}$/, { error: 'must have 1 to 100 letters, digits, or . : - _' })
    .optional(),
});

export function fragmentRoutes(app: FastifyInstance, store: Store, guard: Guard): void {
  app.post('/api/fragments', async (request) => {
    guard(request, 'owner', 'operator');
    const { name, id } = creation.parse(request.body);
    return { id: store.fragments.create(name, id).id };
  });
  app.put('/api/fragments/:id/configuration', async (request) => {
    guard(request, 'owner', 'operator');
    const { configuration } = configurationSchema.parse(request.body);
    store.fragments.configure(params.parse(request.params).id, savable(configuration));
    return {};
  });
  app.delete('/api/fragments/:id', async (request) => {
    guard(request, 'owner', 'operator');
    store.fragments.remove(params.parse(request.params).id);
    return {};
  });
}
