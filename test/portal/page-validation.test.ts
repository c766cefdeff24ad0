import t from 'tap';
import { addressesFlaw, addressFlaw, extraFlaw, nameFlaw, passwordFlaw } from '../../portal/page/validation.ts';
import fc from '../support/cases.ts';

t.test('a password has 8 to 63 printable ASCII characters, or is 64 hexadecimal digits', async (t) => {
  for (const right of ['12345678', 'x'.repeat(63), 'a'.repeat(64), 'AbCdEf01'.repeat(8), ' lead ing ', '`"\'\\$%&+;']) {
    t.equal(passwordFlaw(right.padEnd(8, '!')), undefined, right);
  }
  t.same(passwordFlaw(''), { problem: 'required' });
  t.same(passwordFlaw('1234567'), { problem: 'too-short', limit: 8 });
  t.same(passwordFlaw('x'.repeat(65)), { problem: 'too-long', limit: 63 });
  t.same(passwordFlaw(`${'a'.repeat(63)}g`), { problem: 'not-hexadecimal' });
  for (const wrong of ['pässword', 'pass\u00a0word', 'passw🔑rd', 'pass\tword', 'pass\u2019word']) {
    t.same(passwordFlaw(wrong), { problem: 'not-printable-ascii' }, wrong);
  }
});

t.test('any 8 to 63 printable characters are a password, and nothing shorter is', async () => {
  const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
  const text = (minLength: number, maxLength: number) =>
    fc.array(printable, { minLength, maxLength }).map((characters) => characters.join(''));
  fc.assert(fc.property(text(8, 63), (password) => passwordFlaw(password) === undefined));
  fc.assert(fc.property(text(1, 7), (password) => passwordFlaw(password)?.problem === 'too-short'));
});

t.test('a name has 1 to 32 bytes, whatever they are, and blanks count', async (t) => {
  t.same(nameFlaw(''), { problem: 'required' });
  for (const right of [' ', 'Nostromo ', 'x'.repeat(32), '𝔐'.repeat(8), 'Abcdefg-abc!', 'cafe:5G']) {
    t.equal(nameFlaw(right), undefined, right);
  }
  t.same(nameFlaw('𝔐'.repeat(11)), { problem: 'too-long', limit: 32 }, '44 bytes');
  t.same(nameFlaw(`x${'é'.repeat(16)}`), { problem: 'too-long', limit: 32 }, '33 bytes');
});

t.test('an address has a prefix; leading zeros are refused', async (t) => {
  for (const right of ['192.168.1.20/24', ' 10.0.0.1/8 ', '1.2.3.4/32']) t.equal(addressFlaw(right), undefined, right);
  for (const wrong of [
    '',
    '192.168.1.20',
    '1.2.3/24',
    '1.2.3.4/33',
    '1.2.3.4/0',
    '256.1.1.1/8',
    '01.2.3.4/8',
    'a/8',
    '::1/64',
  ]) {
    t.same(addressFlaw(wrong), { problem: 'not-a-network-address' }, wrong);
  }
});

t.test('servers stand with blanks or commas between', async (t) => {
  for (const right of ['', ' ', '9.9.9.9', '1.1.1.1, 9.9.9.9', '1.1.1.1  9.9.9.9,', '0.0.0.0']) {
    t.equal(addressesFlaw(right), undefined, right);
  }
  for (const wrong of ['9.9.9', '1.1.1.1;9.9.9.9', '1.1.1.1.1', '1.02.3.4', 'dns', '1.1.1.1 x']) {
    t.same(addressesFlaw(wrong), { problem: 'not-an-address' }, wrong);
  }
});

t.test('an answer to the maker’s question follows its rules', async (t) => {
  const field = { required: true, pattern: '[A-Z]{3}|x', maxLength: 3 };
  t.equal(extraFlaw('ABC', field), undefined);
  t.equal(extraFlaw('x', field), undefined);
  t.same(extraFlaw('', field), { problem: 'required' });
  t.equal(extraFlaw('', { ...field, required: false }), undefined);
  t.same(extraFlaw('ABCD', field), { problem: 'too-long', limit: 3 });
  t.same(extraFlaw('abc', field), { problem: 'pattern-mismatch' });
  t.same(extraFlaw('xABC'.slice(0, 3), field), { problem: 'pattern-mismatch' }, 'the pattern is for the whole value');
});
