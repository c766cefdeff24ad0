import { Secret } from '../../netplan/secret.ts';
import { type Ssid, ssidFromText, ssidText } from '../../netplan/ssid.ts';
import { readCredentials } from '../credentials.ts';
import { needsPassword, passwordFlaw } from '../page/validation.ts';
import type { MachineCredentials, NetworkChoice, NetworkRow } from '../session.ts';
import { AppError } from './errors.ts';
import type { CloudConfig, SetNetworkCredentialsRequest } from './generated/viam/provisioning/v1/provisioning_pb.ts';

/** A sent value in an error's text is cut, because the text has to fit into a header. */
const longestQuote = 64;

/** The network of a SetNetworkCredentials call. Pure. @throws AppError */
export function networkFrom(request: SetNetworkCredentialsRequest, rows: readonly NetworkRow[]): NetworkChoice {
  const { type, ssid, psk } = request;
  if (type !== 'wifi') {
    const text = `unknown network type: ${type.slice(0, longestQuote)}, only wifi currently supported`;
    throw new AppError('network-type-unknown', text);
  }
  const row = rowNamed(ssid, rows);
  const network = row === undefined ? { ssid: typedName(ssid) } : { id: row.id };
  if (row?.supported === false) {
    throw new AppError('unsupported-security', 'This device cannot join a network with this kind of security.');
  }
  if (row?.security === 'enterprise') {
    throw new AppError('unsupported-security', 'This network wants a user name as well: use the setup page for it.');
  }
  return { network, psk: passwordFrom(psk, row), enterprise: undefined, addressing: { method: 'auto', dns: [] } };
}

/**
 * The row that an app means. Names that are not UTF-8 were shown as something readable and come back like that; and
 * some apps trim the name, so that blanks at its ends are missed.
 */
function rowNamed(name: string, rows: readonly NetworkRow[]): NetworkRow | undefined {
  const exact = nameOf(name);
  return (
    rows.find(({ ssid }) => ssid === exact) ??
    rows.find(({ ssid }) => ssidText(ssid) === name) ??
    (name === '' ? undefined : rows.find(({ ssid }) => ssidText(ssid).trim() === name))
  );
}

const nameOf = (name: string): Ssid | undefined =>
  name !== '' && Buffer.byteLength(name) <= 32 && name.isWellFormed() ? ssidFromText(name) : undefined;

function typedName(name: string): Ssid {
  const ssid = nameOf(name);
  if (ssid === undefined) throw new AppError('network-name-invalid', 'A network name has 1 to 32 bytes of UTF-8.');
  return ssid;
}

function passwordFrom(psk: string, row: NetworkRow | undefined): Secret | undefined {
  if (row !== undefined && !needsPassword(row.security)) return undefined;
  if (psk === '') {
    if (row === undefined) return undefined; // A hidden network may be open.
    throw new AppError('password-required', 'This network needs a password.');
  }
  if (passwordFlaw(psk) !== undefined) {
    const text = 'A wifi password has 8 to 63 printable ASCII characters, or 64 hexadecimal digits.';
    throw new AppError('password-invalid', text);
  }
  return new Secret(psk);
}

const wireNames: Readonly<Record<string, string>> = {
  appAddress: 'app_address',
  machineId: 'id',
  secret: 'secret or api_key',
  apiKeyId: 'api_key.id',
  apiKey: 'api_key.key',
};

/** The credentials of a SetSmartMachineCredentials call. Pure. @throws AppError */
export function credentialsFrom(cloud: CloudConfig | undefined): MachineCredentials {
  if (cloud === undefined) {
    throw new AppError('cloud-config-missing', 'request must include a Cloud config section');
  }
  const { appAddress, id, secret, apiKey } = cloud;
  const whole = apiKey !== undefined && apiKey.id.trim() !== '' && apiKey.key.trim() !== '';
  const key = whole ? { apiKeyId: apiKey.id, apiKey: apiKey.key } : {};
  const { credentials, errors } = readCredentials({ appAddress, machineId: id, secret, ...key });
  if (credentials !== undefined) return credentials;
  const [{ field, problem } = { field: 'appAddress', problem: 'required' }] = errors;
  const name = `cloud.${wireNames[field] ?? field}`;
  if (problem === 'required') throw new AppError('credentials-invalid', `${name} is missing.`);
  if (problem === 'not-a-url') throw new AppError('credentials-invalid', `${name} is no http or https address.`);
  throw new AppError('credentials-invalid', `${name} is not valid.`);
}
