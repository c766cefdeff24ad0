import t from 'tap';
import { codeOf, errorFields, errorText } from '../../daemon/errors.ts';
import { NetworkError } from '../../netplan/errors.ts';

t.test('an expected error is its code, its message and its causes, without a stack', async (t) => {
  const below = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  t.strictSame(errorFields(new NetworkError('refused', 'the profile was refused', { cause: below })), {
    type: 'NetworkError',
    code: 'refused',
    message: 'the profile was refused',
    cause: { type: 'Error', code: 'ENOSPC', message: 'no space left' },
  });
});

t.test('an unexpected error says where it was made', async (t) => {
  t.match(errorFields(new TypeError('x is not a function')).stack, /errors\.test\.ts/);
});

t.test('a circle of causes, a flood of errors and a huge message have an end', async (t) => {
  const circle = new Error('round');
  circle.cause = circle;
  t.ok(JSON.stringify(errorFields(circle)).length < 10_000);
  t.equal(errorText(circle), 'round');
  const many = new AggregateError(Array.from({ length: 10_000 }, (_, index) => new Error(`number ${index}`)));
  t.equal(errorFields(many).errors?.length, 5);
  t.ok(errorFields(new Error('x'.repeat(1_000_000))).message.length < 2100);
});

t.test('anything can be thrown', async (t) => {
  const hostile = { toString: () => assertNever() };
  t.strictSame(errorFields('text'), { type: 'string', message: 'text' });
  t.strictSame(errorFields(undefined), { type: 'undefined', message: 'undefined' });
  t.strictSame(errorFields(hostile), { type: 'object', message: 'a value without a text form' });
  t.equal(errorText(hostile), 'a value without a text form');
  t.equal(errorText(undefined), 'unknown error');
  t.equal(codeOf('text'), undefined);
  t.equal(codeOf(Object.assign(new Error('x'), { code: 7 })), undefined);
});

t.test('one line for a person has each thing once', async (t) => {
  const below = new Error('no space left on device');
  t.equal(errorText(new Error('could not save', { cause: below })), 'could not save: no space left on device');
  t.equal(errorText(new Error('could not save: no space left on device', { cause: below })).split('space').length, 2);
});

function assertNever(): never {
  throw new Error('no text form');
}
