import * as z from 'zod';

/** What a wish is for. */
export const programs = ['agent', 'machine-server'] as const;
export type Program = (typeof programs)[number];

/** A program's version that the cloud wants installed. Kept as it came; fetching and switching it is another's work. */
const wish = z.object({
  /** The name of the program's link. */
  filename: z.string().max(200),
  /** http, https or file; may carry a signature, and is not for a log. */
  url: z.string().min(1).max(4000).refine(isSource),
  version: z.string().min(1).max(2000),
  /** Hexadecimal; `undefined` only for a program from an address that the operator typed. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export const wishesShape = z.partialRecord(z.enum(programs), wish);

export type Wish = Readonly<z.output<typeof wish>>;
export type Wishes = Readonly<Partial<Record<Program, Wish>>>;

/** The version of a program from an address that the operator typed. */
export const ownAddress = 'customURL';

/** As it comes: texts are empty where nothing was said. */
export type GivenWish = {
  readonly filename: string;
  readonly url: string;
  readonly version: string;
  readonly sha256: Uint8Array;
};

/**
 * The wish, or why it cannot be one, for the log and the cloud; never with its URL. Clouds have sent empty versions, and
 * an agent that took one for a version had no program left. Pure.
 */
export function wishFrom(given: GivenWish): Wish | { readonly problem: string } {
  if (given.version === '') return { problem: 'it names no version' };
  const { sha256, filename, url, version } = given;
  if (sha256.length !== 32 && !(sha256.length === 0 && version === ownAddress)) {
    return { problem: `its checksum has ${sha256.length} bytes instead of 32` };
  }
  const digest = sha256.length === 0 ? {} : { sha256: Buffer.from(sha256).toString('hex') };
  const parsed = wish.safeParse({ filename, url, version, ...digest });
  if (parsed.success) return parsed.data;
  return { problem: `its ${parsed.error.issues[0]?.path.join('.') ?? 'content'} is not valid` };
}

/** Whether nothing changed. */
export const sameWish = (one: Wish | undefined, other: Wish | undefined): boolean =>
  one?.filename === other?.filename &&
  one?.url === other?.url &&
  one?.version === other?.version &&
  one?.sha256 === other?.sha256;

function isSource(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'file:') return url.pathname.length > 1;
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '';
}
