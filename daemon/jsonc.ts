import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { settingLimits } from '../netplan/limits.ts';
import { decode } from './text.ts';

/** What is wrong with a text. With `duplicate-key` the text is still good: the last one counts. */
export type Flaw = {
  readonly code: 'unreadable' | 'too-large' | 'too-deep' | 'duplicate-key';
  /** Members from the outside to the duplicate; empty for the others. */
  readonly path: readonly PropertyKey[];
  /** Both from 1; `undefined`: the text as a whole. */
  readonly at: { readonly line: number; readonly column: number } | undefined;
  /** Completes "found …"; never a part of the text, which may hold secrets. */
  readonly found: string;
};

export type Jsonc = { readonly value: unknown; readonly flaws: readonly Flaw[] };

class Stop extends Error {
  readonly flaw: Flaw;
  constructor(flaw: Flaw) {
    super(flaw.found);
    this.flaw = flaw;
  }
}

const maximumFlaws = 100;

/**
 * Reads JSON as people write it: comments, commas after the last member, a byte order mark, any line ends. Anything
 * else that is wrong makes the whole of it unreadable (`value` is `undefined`, one flaw), since a half-read object could
 * mean something else. At most 1 MB, 32 levels deep. `__proto__` is an ordinary member of what is returned.
 */
export function readJsonc(source: string | Uint8Array): Jsonc {
  const flaws: Flaw[] = [];
  try {
    return { value: build(text(source), flaws), flaws };
  } catch (error) {
    if (error instanceof Stop) return { value: undefined, flaws: [error.flaw] };
    throw error;
  }
}

function text(source: string | Uint8Array): string {
  const stop = (code: Flaw['code'], found: string) => new Stop({ code, path: [], at: undefined, found });
  const bytes = typeof source === 'string' ? Buffer.byteLength(source) : source.length;
  if (bytes > settingLimits.textBytes) throw stop('too-large', `${bytes} bytes`);
  const decoded = typeof source === 'string' ? source.replace(/^\uFEFF/, '') : decode(source);
  if (decoded === undefined) throw stop('unreadable', 'bytes that are no text in UTF-8');
  if (decoded.trim() === '') throw stop('unreadable', 'an empty file');
  return decoded;
}

type Container = { readonly value: object; key: PropertyKey | undefined };

/** jsonc-parser's own `parse` loses duplicates, and sets the prototype where a member is named `__proto__`. */
function build(json: string, flaws: Flaw[]): unknown {
  const open: Container[] = [];
  let root: unknown;

  function put(value: unknown): void {
    const top = open.at(-1);
    if (top === undefined) root = value;
    else if (Array.isArray(top.value)) top.value.push(value);
    else if (top.key !== undefined) {
      Object.defineProperty(top.value, top.key, { value, writable: true, enumerable: true, configurable: true });
    }
  }
  function begin(value: object, line: number, column: number): void {
    if (open.length >= settingLimits.depth) {
      throw new Stop({ code: 'too-deep', path: [], at: place(line, column), found: `more than ${open.length} levels` });
    }
    put(value);
    open.push({ value, key: undefined });
  }
  const end = () => void open.pop();
  const pathTo = (key: PropertyKey) => [
    ...open.slice(0, -1).map((part) => (Array.isArray(part.value) ? part.value.length - 1 : (part.key ?? ''))),
    key,
  ];

  visit(
    json,
    {
      onObjectBegin: (_offset, _length, line, column) => begin({}, line, column),
      onObjectEnd: end,
      onArrayBegin: (_offset, _length, line, column) => begin([], line, column),
      onArrayEnd: end,
      onObjectProperty(key, _offset, _length, line, column) {
        const top = open.at(-1);
        if (top === undefined) return;
        top.key = key;
        if (!Object.hasOwn(top.value, key) || flaws.length >= maximumFlaws) return;
        flaws.push({ code: 'duplicate-key', path: pathTo(key), at: place(line, column), found: 'the same name again' });
      },
      onLiteralValue: put,
      onError(error, _offset, _length, line, column) {
        throw new Stop({ code: 'unreadable', path: [], at: place(line, column), found: sentence(error) });
      },
    },
    { allowTrailingComma: true },
  );
  return root;
}

const place = (line: number, column: number) => ({ line: line + 1, column: column + 1 });

/** `CommaExpected` → `no comma`; `UnexpectedEndOfString` → `unexpected end of string`. */
function sentence(error: ParseErrorCode): string {
  const name = printParseErrorCode(error);
  if (name === 'EndOfFileExpected') return 'more after the end';
  const words = name.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  return words.replace(/^(.*) expected$/, 'no $1');
}
