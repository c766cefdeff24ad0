import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { Configuration } from '../../daemon/configuration.ts';
import { provisionedAnswers, provisionedKeeper, provisionedLayer } from '../../daemon/provisioned.ts';

t.test(
  'what is not given again stays as it was: the fragment beside answers, and answers beside a fragment',
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'provisioned-'));
    t.teardown(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'provisioned.json');
    const configuration = new Configuration([]);
    const write = provisionedKeeper(path, configuration);
    /** In force, and in the file. */
    const has = async (fragmentId: string, room: string) => {
      t.equal(configuration.current.network_configuration.fragment_id, fragmentId);
      t.strictSame((await provisionedLayer(path)).value, { network_configuration: { fragment_id: fragmentId } });
      t.strictSame(await provisionedAnswers(path), { room });
    };
    await write({ fragmentId: 'f-1', extra: { room: 'B12' } });
    await has('f-1', 'B12');
    await write({ fragmentId: 'f-2', extra: {} });
    await has('f-2', 'B12');
    await write({ fragmentId: undefined, extra: { room: 'C3' } });
    await has('f-2', 'C3');
  },
);
