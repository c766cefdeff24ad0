import { execa } from 'execa';
import t from 'tap';
import { mallocSettings, nodeFlags, takeMallocSettings } from '../../daemon/footprint.ts';

t.test('the Node that ships knows every flag, those of its command line and those set from inside', async (t) => {
  const program = `
    import { runInThisContext } from 'node:vm';
    import { spareMemory } from ${JSON.stringify(new URL('../../daemon/footprint.ts', import.meta.url).href)};
    spareMemory();
    console.log(runInThisContext('[1, 2].map((each) => each * 2).join()'));
  `;
  const { stdout, stderr } = await execa(process.execPath, [...nodeFlags, '--input-type=module', '-e', program]);
  t.equal(stdout, '2,4');
  t.equal(stderr, '');
});

t.test("what sets up the agent's own memory is not inherited by what it starts; what an operator set is", (t) => {
  const env = { ...mallocSettings, MALLOC_ARENA_MAX: '4', HOME: '/root' };
  takeMallocSettings(env);
  t.strictSame(env, { MALLOC_ARENA_MAX: '4', HOME: '/root' });
  t.end();
});
