import t from 'tap';
import { ssidBytes, ssidFromBytes, ssidFromText } from '../../netplan/ssid.ts';
import { inlineJson } from '../../portal/inline-json.ts';
import fc from '../support/cases.ts';
import { portalInMemory } from '../support/portal.ts';
import { MemorySession, row } from '../support/session.ts';
import { tortureNames as names } from '../support/torture-names.ts';

type Sent = Promise<{ readonly statusCode: number }>;

/** The network that the device was given by one request: its bytes, or the id of its row. */
async function received(session: MemorySession, send: () => Sent): Promise<string> {
  session.change({ attempt: undefined });
  const { statusCode } = await send();
  if (statusCode !== 202 && statusCode !== 200) return `refused: ${statusCode}`;
  const choice = session.submissions.at(-1)?.submission.network?.network;
  if (choice === undefined) return 'none';
  return 'ssid' in choice ? choice.ssid : choice.id;
}

t.test('a typed name reaches the device byte for byte, by form, by JSON and as hexadecimal', async (t) => {
  const { post, send, session } = await portalInMemory({}, { manyClients: true });
  for (const name of names) {
    const hex = ssidFromText(name);
    const shown = inlineJson(name);
    t.equal(await received(session, () => post('submit', { ssid: name, psk: '' })), hex, `JSON ${shown}`);
    t.equal(await received(session, () => post('submit', { ssidHex: hex.toUpperCase() })), hex, `hexadecimal ${shown}`);
    t.equal(await received(session, () => send('/submit', { ssid: name })), hex, `form ${shown}`);
  }
});

t.test('a network of the list is chosen by its id, whatever bytes its name has', async (t) => {
  const bytes = [[0xc6, 0x33, 0x32], [0xff], [0], [0xc3, 0x28], Array<number>(32).fill(0x3c), [...Buffer.from('Home')]];
  const rows = bytes.map((name, index) => row(ssidFromBytes(Uint8Array.from(name)), { id: `n${index}` }));
  const { post, get, session } = await portalInMemory({ session: new MemorySession({ networks: rows }) });
  const reply = JSON.parse((await get('/api/v1/networks')).payload);
  t.strictSame(
    reply.rows.map(({ ssidHex }: { ssidHex: string }) => [...Buffer.from(ssidHex, 'hex')]),
    bytes,
  );
  for (const { id } of rows) {
    t.equal(await received(session, () => post('submit', { network: id, psk: 'correct horse' })), id);
  }
  t.equal(ssidBytes(rows[0]?.ssid as ReturnType<typeof ssidFromText>).toString('hex'), 'c63332');
});

t.test('an SSID is 32 bytes long, not 32 characters', async (t) => {
  const { post, session } = await portalInMemory();
  t.equal(await received(session, () => post('submit', { ssid: '𝔐'.repeat(8) })), ssidFromText('𝔐'.repeat(8)));
  const refused = await post('submit', { ssid: '𝔐'.repeat(11) });
  t.match(JSON.parse(refused.payload).fields, [{ field: 'ssid', problem: 'too-long', limit: 32 }]);
  t.equal((await post('submit', { ssidHex: 'aa'.repeat(33) })).statusCode, 422);
  t.equal((await post('submit', { ssidHex: 'abc' })).statusCode, 422);
  const half = await post('submit', { ssid: 'half \ud83d' });
  t.match(JSON.parse(half.payload).fields, [{ field: 'ssid', problem: 'not-text' }], 'no byte is invented for it');
});

t.test('no name makes an element, an attribute or a broken reply of its own', async (t) => {
  const rows = names.map((name, index) => row(name, { id: `n${index}`, signal: 50 }));
  const { get } = await portalInMemory({ session: new MemorySession({ networks: rows }) });
  const page = (await get('/')).payload;
  t.equal(page.match(/<input type=radio name=network /g)?.length, rows.length + 1);
  t.notMatch(page, /<b>x|<img|<NULL>|<script/);
  const status = JSON.parse((await get('/api/v1/status')).payload);
  t.strictSame(
    status.networks.rows.map(({ name }: { name: string }) => name),
    names,
  );
});

t.test('any bytes at all come back from the list as they were', async () => {
  const { get, session } = await portalInMemory();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 32 }), async (bytes) => {
      session.change({ networks: [row(ssidFromBytes(bytes))] });
      const reply = JSON.parse((await get('/api/v1/networks')).payload);
      return Buffer.from(bytes).equals(Buffer.from(reply.rows[0].ssidHex, 'hex'));
    }),
    { numRuns: 100 },
  );
});
