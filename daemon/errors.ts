import { CodedError } from '../netplan/errors.ts';

/** A cause of a cause … beyond this depth is left out; also what ends a circle of causes. */
const deepest = 5;
/** Messages come from outside as well (a program's output); longer ones are cut, in characters. */
const longestMessage = 2000;

/** An error as the log and the cloud get it. */
export type ErrorFields = {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  /** Only of errors without a code of ours: those are unexpected, and the place is what one looks for. */
  readonly stack?: string;
  readonly cause?: ErrorFields;
  readonly errors?: readonly ErrorFields[];
};

/** Everything that is worth knowing of a thrown value, of any kind, with its causes. Never throws. */
export function errorFields(error: unknown, depth = 0): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(textOf(error)) };
  const code = codeOf(error);
  const expected = error instanceof CodedError || depth > 0;
  const deeper = depth + 1 < deepest;
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: cut(error.message),
    ...(expected || error.stack === undefined ? {} : { stack: cut(error.stack) }),
    ...(error.cause === undefined || !deeper ? {} : { cause: errorFields(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && deeper
      ? { errors: error.errors.slice(0, deepest).map((each) => errorFields(each, depth + 1)) }
      : {}),
  };
}

/** One line for a person: the message, and those of the causes that say something new. */
export function errorText(error: unknown): string {
  const texts: string[] = [];
  for (let each: unknown = error, depth = 0; each !== undefined && depth < deepest; depth++) {
    const text = cut(each instanceof Error ? each.message : textOf(each));
    if (text !== '' && !texts.some((former) => former.includes(text))) texts.push(text);
    each = each instanceof Error ? each.cause : undefined;
  }
  return texts.length === 0 ? 'unknown error' : texts.join(': ');
}

/** Ours, or that of the system (`ENOSPC`). */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

const cut = (text: string) => (text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text);

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'a value without a text form';
  }
}
