import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import t from 'tap';
import { answerFrom, intervalFrom, spread } from '../../../daemon/cloud/answer.ts';
import { wishFrom } from '../../../daemon/cloud/wishes.ts';
import { Configuration } from '../../../daemon/configuration.ts';
import {
  type DeviceAgentConfigResponse,
  DeviceAgentConfigResponseSchema,
} from '../../../daemon/wire/generated/viam/app/agent/v1/agent_pb.js';
import { days, minutes, seconds } from '../../../netplan/duration.ts';
import fc from '../../support/cases.ts';

const given = (init: object): DeviceAgentConfigResponse => create(DeviceAgentConfigResponseSchema, init);
const sha256 = new Uint8Array(32).fill(0xab);
const update = { filename: 'viam-agent', url: 'https://x.example/a?signature=s3cret', version: '1.2.3', sha256 };
const former = {
  agent: { filename: 'viam-agent', url: 'https://x.example/old', version: '1.0.0', sha256: 'cd'.repeat(32) },
};

t.test('an answer that says nothing at all leaves everything as it was', (t) => {
  t.match(answerFrom(given({}), former), { problem: 'it is empty' });
  t.notMatch(answerFrom(given({ checkInterval: { seconds: 60n } }), {}), { problem: 'it is empty' });
  t.end();
});

t.test('settings that are too large or too deep are a problem, and not half used', (t) => {
  const large = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`n${index}`, 'x'.repeat(200)]));
  t.match(answerFrom(given({ additionalNetworks: large }), {}), { problem: /bytes/ });
  let deep: object = {};
  for (let level = 0; level < 200; level++) deep = { deep };
  t.ok('problem' in answerFrom(given({ systemConfiguration: deep }), {}));
  t.end();
});

t.test('10,000 fields nobody knows cost a bounded list of problems, and no other setting', (t) => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`unknown_${index}`, index]));
  const answer = answerFrom(given({ networkConfiguration: { ...many, hotspot_prefix: 'acme' } }), {});
  if ('problem' in answer) throw new Error(answer.problem);
  const configuration = new Configuration([answer.layer]);
  t.equal(configuration.current.network_configuration.hotspot_prefix, 'acme');
  t.ok(configuration.settled.problems.length <= 301);
  t.end();
});

t.test(
  'whatever bytes a cloud sends for its answer, they are an answer, a problem or an error, and settle',
  async () => {
    const jsonish = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 8 });
    const answers = fc.record(
      {
        checkInterval: fc.record({
          seconds: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
          nanos: fc.integer(),
        }),
        advancedSettings: jsonish,
        networkConfiguration: jsonish,
        additionalNetworks: jsonish,
        systemConfiguration: jsonish,
        agentUpdateInfo: fc.record({
          url: fc.string(),
          version: fc.string(),
          sha256: fc.uint8Array({ maxLength: 40 }),
        }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(answers, fc.nat(), fc.nat(255), fc.boolean(), (init, at, byte, damage) => {
        const bytes = toBinary(DeviceAgentConfigResponseSchema, given(init));
        if (damage && bytes.length > 0) bytes[at % bytes.length] = byte;
        let message: DeviceAgentConfigResponse;
        try {
          message = fromBinary(DeviceAgentConfigResponseSchema, bytes);
        } catch {
          return true; // The call fails with it.
        }
        const answer = answerFrom(message, former);
        if ('problem' in answer) return typeof answer.problem === 'string';
        new Configuration([answer.layer]);
        return answer.interval >= seconds(5) && answer.interval <= days(1) && answer.wishes.agent !== undefined;
      }),
      { numRuns: 150 },
    );
  },
);

t.test('the interval is kept between 5 s and a day; none is a minute', (t) => {
  const interval = (whole: number, nanos = 0) => intervalFrom({ seconds: BigInt(whole), nanos });
  t.equal(interval(30), seconds(30));
  t.equal(interval(7, 500_000_000), seconds(7.5));
  t.equal(interval(1), seconds(5));
  t.equal(interval(10_000_000), days(1));
  for (const none of [interval(0), interval(-5), intervalFrom(undefined)]) t.equal(none, minutes(1));
  t.strictSame([spread(seconds(100), 0), spread(seconds(100), 1)], [seconds(95), seconds(105)]);
  t.equal(spread(seconds(5), 0), seconds(5), 'never below the least');
  t.end();
});

t.test('a wish that cannot be one is refused with its reason, and what was wished before stays', (t) => {
  const answer = answerFrom(
    given({ checkInterval: { seconds: 60n }, agentUpdateInfo: { ...update, version: '' } }),
    former,
  );
  if ('problem' in answer) throw new Error(answer.problem);
  t.strictSame(answer.wishes, former);
  t.match(answer.refused, { agent: { problem: 'it names no version' } });
  t.end();
});

t.test('what is said of a refused wish never holds its URL, which may be signed', (t) => {
  for (const change of [
    { sha256: new Uint8Array(3) },
    { url: 'ftp://x/?s3cret' },
    { url: 'not s3cret' },
    { version: '' },
  ]) {
    const refused = wishFrom({ ...update, ...change });
    t.ok('problem' in refused && refused.problem !== '');
    t.notMatch(JSON.stringify(refused), 's3cret');
  }
  t.end();
});

t.test('only a program from an address that the operator typed may come without a checksum', (t) => {
  const none = { ...update, sha256: new Uint8Array() };
  t.ok('problem' in wishFrom(none));
  t.match(wishFrom({ ...none, version: 'customURL', url: 'file:///opt/build/agent' }), { version: 'customURL' });
  t.match(wishFrom(update), { version: '1.2.3', sha256: 'ab'.repeat(32) });
  t.end();
});

t.test('an answer without a word of a program leaves its wish', (t) => {
  const answer = answerFrom(given({ checkInterval: { seconds: 60n }, viamServerUpdateInfo: update }), former);
  if ('problem' in answer) throw new Error(answer.problem);
  t.equal(answer.wishes.agent?.version, '1.0.0');
  t.equal(answer.wishes['machine-server']?.version, '1.2.3');
  t.end();
});
