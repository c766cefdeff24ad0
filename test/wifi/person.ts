// A person with a phone on the hotspot: what they do goes over the air.
import { hotspotName, hotspotPassword } from './agent.ts';
import { holds, lab, until } from './story.ts';

export type Row = { readonly id: string; readonly name: string; readonly ssidHex: string; readonly security: string };
export type Status = {
  readonly token: string;
  readonly networks: { readonly rows: readonly Row[] };
  readonly attempt: { readonly state: string; readonly reason: string | null } | null;
  readonly configured: boolean;
  readonly result: { readonly path: string };
};

const portal = 'http://10.42.0.1';
export const phone = (...command: readonly string[]) => lab('phone', ...command);

/** Looks for the hotspot, joins it and gets an address, as often as it takes. */
export async function joinHotspot(): Promise<void> {
  await until(120, () => holds('phone_sees', hotspotName));
  await until(120, () => holds('phone_join', hotspotName, hotspotPassword));
}

const asked = async (...options: readonly string[]) => {
  const text = await phone('curl', '-sS', '--fail-with-body', '--max-time', '30', ...options);
  return text === '' ? undefined : JSON.parse(text);
};

export const status = (): Promise<Status> => asked(`${portal}/api/v1/status`);

export const post = (path: string, body: object) =>
  asked('-H', 'content-type: application/json', '-d', JSON.stringify(body), `${portal}/api/v1/${path}`);

export const machineCredentials = { machineId: 'part-1', secret: 's3cret', appAddress: 'http://127.0.0.1:1' };

export type Entered = { readonly ssid?: string; readonly ssidHex?: string; readonly psk?: string | undefined };

/** Chooses a network in the list, or types its name when it is not there, and sends what was entered. */
export async function submit(entered: Entered & object): Promise<Status> {
  const seen = await status();
  const { ssid, ssidHex, ...others } = entered;
  const row = seen.networks.rows.find((each) => each.name === ssid || each.ssidHex === ssidHex);
  const network = row === undefined ? { ssid, ssidHex } : { network: row.id };
  await post('submit', { token: seen.token, ...network, ...others });
  return seen;
}
