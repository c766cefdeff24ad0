// A whole provisioning app. While `npm start` runs: node docs/examples/app.mjs Home home-password http://127.0.0.1:8080
const [ssid, psk = '', base = 'http://10.42.0.1'] = process.argv.slice(2);
const cloud = { id: 'part-1', secret: 'from your cloud', appAddress: 'https://app.example.com:443' };
const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const get = (path) => fetch(base + path, { signal: AbortSignal.timeout(10_000) });

/** One call, as JSON. A refused one rejects with the device's own sentence; without a hotspot, `fetch` rejects. */
async function call(method, message = {}) {
  const reply = await fetch(`${base}/viam.provisioning.v1.ProvisioningService/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(10_000),
  });
  const body = await reply.json();
  if (!reply.ok) throw new Error(body.message);
  return body;
}
const status = () => call('GetSmartMachineStatus').catch(() => undefined);

let machine = await status(); // The phone has just joined the hotspot: the machine may need some seconds.
for (let tries = 0; machine === undefined && tries < 20; tries++, machine = await status()) await wait(3);
if (machine === undefined) throw new Error(`no machine answers at ${base}`);
const { networks = [] } = await call('GetNetworkList');
for (const { ssid, security, signal = 0 } of networks) console.log(`${signal} %  ${ssid}  (${security})`);

if (!machine.hasSmartMachineCredentials) await call('SetSmartMachineCredentials', { cloud });
await call('SetNetworkCredentials', { type: 'wifi', ssid, psk });
const { result } = await (await get('/api/v1/status')).json(); // Where the result will be, on the joined network.
await call('ExitProvisioning');
console.log(`The hotspot goes, and the machine joins ${ssid}. If that fails, the hotspot comes back.`);

let page;
for (const end = Date.now() + 240_000; page?.ok !== true; await wait(1)) {
  if (Date.now() > end) throw new Error('The machine has not come back: ask your cloud whether it is online.');
  const error = (await status())?.latestConnectionAttempt?.lastError;
  if (error !== undefined) throw new Error(`${ssid}: ${error}`);
  page = await get(result.path).catch(() => undefined); // A phone asks each of `result.urls`, from its own network.
}
console.log(`The machine is on ${ssid}.`);
