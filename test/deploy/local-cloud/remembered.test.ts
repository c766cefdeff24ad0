import fc from 'fast-check';
import t from 'tap';
import { remembered } from '../../../deploy/local-cloud/remembered.ts';

t.test('a text is read once while it is among the last ones', async (t) => {
  const read: string[] = [];
  const of = remembered((text) => {
    read.push(text);
    return { text };
  }, 10);
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb']) t.equal(of(text).text, text);
  t.strictSame(read, ['aaaa', 'bbbb', 'cccc', 'bbbb'], 'what was asked for last stays');
});

t.test('whatever is asked for, the answer is that of this text, and what is held has its limit', async () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 12 })), fc.nat(20), (texts, characters) => {
      const of = remembered((text) => ({ text }), characters);
      for (const text of texts) {
        if (of(text).text !== text) return false;
      }
      // A text that fits in no way is made anew each time, every other one is the same object twice in a row.
      return texts.every((text) => {
        const [first, second] = [of(text), of(text)];
        return (first === second) === text.length <= characters;
      });
    }),
  );
});
