import * as z from 'zod';

// What a client may send. The HTML form and JSON share names and path: a form's `extra.site` is `extra: { site }` in
// JSON. Lengths here only bound the work; whether a value makes sense is decided in submission.ts, field by field.

const text = (maximum: number, description: string) =>
  z.string().max(maximum).nullish().describe(`${description} At most ${maximum} characters.`);

export const token = z.string().max(64).describe('The form token from the status.');

export const TokenRequest = z.strictObject({ token }).meta({ id: 'TokenRequest' });

const credentialFields = {
  credentials: z
    .union([z.string().max(8192), z.looseObject({})])
    .nullish()
    .describe('The machine credentials file, as text or as an object. Comments, a BOM and CRLF do no harm.'),
  appAddress: text(512, 'Address of the cloud, with scheme.'),
  machineId: text(128, 'Identifier of the machine part.'),
  secret: text(1024, 'Secret of the machine part.'),
  apiKeyId: text(128, 'Instead of the secret: identifier of an API key …'),
  apiKey: text(1024, '… and the key.'),
  fragmentId: text(128, 'Fragment that configures the machine.'),
  ownershipCode: text(256, 'Needed to replace machine credentials (`replacement` is `with-code`).'),
};

export const CredentialsRequest = z.strictObject({ token, ...credentialFields }).meta({ id: 'CredentialsRequest' });

export const SubmitRequest = z
  .strictObject({
    token,
    network: text(64, 'The `id` of a row of the list. Empty: `ssid` or `ssidHex` names the network.'),
    ssid: text(64, 'A name that was typed, taken as it is, blanks included; a hidden network is looked for as well.'),
    ssidHex: text(64, 'The same as hexadecimal bytes, for names that are not UTF-8.'),
    psk: text(256, 'Wifi password: 8 to 63 printable ASCII characters or 64 hexadecimal digits. Empty: none.'),
    enterpriseMethod: z.enum(['peap', 'ttls', '']).nullish().describe('For 802.1X networks; PEAP unless given.'),
    identity: text(256, 'For 802.1X networks: the user name.'),
    password: text(256, 'For 802.1X networks: the password.'),
    addressing: z.enum(['auto', 'manual', '']).nullish().describe('`manual`: the address below is used, without DHCP.'),
    address: text(32, 'IPv4 address with prefix, 192.168.1.20/24.'),
    gateway: text(32, 'IPv4 address.'),
    dns: z
      .union([z.string().max(256), z.array(z.string().max(32)).max(4)])
      .nullish()
      .describe('Up to 4 IPv4 addresses; as text, with blanks or commas between.'),
    ...credentialFields,
    extra: z.record(z.string().max(64), z.string().max(1024)).nullish().describe('Answers to the additional fields.'),
  })
  .meta({ id: 'SubmitRequest' });

const lang = z.string().max(64).optional().describe('Language of the sentences in the reply; else Accept-Language.');

export const LanguageQuery = z.object({ lang });

export const AttemptQuery = z.object({
  lang,
  after: z.string().max(64).optional().describe('The `version` already seen: the reply waits for a newer one …'),
  wait: z.coerce.number().int().min(0).max(25).optional().describe('… but at most this many seconds.'),
});

export type TokenRequest = z.infer<typeof TokenRequest>;
export type SubmitRequest = z.infer<typeof SubmitRequest>;
export type CredentialsRequest = z.infer<typeof CredentialsRequest>;

/** Fields that are never sent back to a page: a form that failed comes back filled, but for these. */
export const secretFields: ReadonlySet<string> = new Set([
  'psk',
  'password',
  'secret',
  'apiKey',
  'ownershipCode',
  'credentials',
]);
