// Bundled and run by ../app-api.ts: what the agent costs at its start, and what the app's API adds when a hotspot is up.
const settled = (): number => {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().rss / 2 ** 20;
};

const before = { at: performance.now(), memory: settled() };
await import('../../../daemon/agent.ts');
const agent = { took: performance.now() - before.at, memory: settled() };
const start = performance.now();
const [{ appApi }, { GrpcDoor }] = await Promise.all([
  import('../../../portal/rpc/api.ts'),
  import('../../../portal/rpc/grpc-door.ts'),
]);
const clock = { now: () => 0, wait: async () => {} };
const log = { debug() {}, info() {}, warn() {}, error() {} };
const api = appApi({ session: {} as never, clock, log });
const door = await GrpcDoor.open({ methods: api.grpc, clock, log }, '127.0.0.1', 0);
const app = { took: performance.now() - start, memory: settled() };
await door.close();
process.stdout.write(
  JSON.stringify({
    agentTime: agent.took,
    agentMemory: agent.memory,
    appTime: app.took,
    appMemory: app.memory - agent.memory,
  }),
);
