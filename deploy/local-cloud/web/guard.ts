import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { cloudLimits } from '../limits.ts';
import type { Permission } from '../store/keys.ts';

/** Checks a request's token. @throws CloudError unauthenticated, forbidden */
export type Guard = (request: FastifyRequest, ...allowed: readonly Permission[]) => void;

/** A name that people give. */
export const nameSchema = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(cloudLimits.name)
  .regex(/^\P{Cc}*$/u, { error: 'must be one line' });
