import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import t from 'tap';

const probe = fileURLToPath(new URL('../support/loaded-modules.ts', import.meta.url));

/** The modules of the app's API that a program has loaded after each of its steps. */
async function loadedBy(...steps: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { stdout } = await execa(process.execPath, [probe, ...steps], { timeout: 120_000, env: { NODE_OPTIONS: '' } });
  return JSON.parse(stdout) as string[][];
}

const ofApi = (modules: readonly string[]): readonly string[] =>
  modules.filter((url) => /@connectrpc|@bufbuild|portal\/rpc\/(?!routes|limits)/.test(url));

t.test("the agent starts without the app's API; opening its door loads it, once", async (t) => {
  const [start = [], door = []] = await loadedBy('daemon/agent.ts', 'portal/rpc/api.ts');
  t.ok(
    start.some((url) => url.endsWith('portal/app.ts')),
    'the portal itself is there',
  );
  t.strictSame(ofApi(start), []);
  t.ok(ofApi(door).some((url) => url.includes('@connectrpc')));
});
