import { createHash } from 'node:crypto';

/** Of this project, drawn once by lot: the same names give other identifiers elsewhere. */
const ours = '4ef5a31e-59d8-4764-949b-5e8a61fd6570';

/** A UUID of version 5 (RFC 9562 5.5): the same for the same name, on every device and after every start. */
export function uuidFromName(name: string, namespace: string = ours): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50; // version
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80; // variant
  const text = hash.toString('hex', 0, 16);
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
