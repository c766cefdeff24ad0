import { encode, renderUnicodeCompact } from 'uqr';
import type { Secret } from '../netplan/secret.ts';
import { type Ssid, ssidText } from '../netplan/ssid.ts';

/** What a phone needs to reach the setup page: everything that goes on the box. */
export type LabelContent = {
  readonly ssid: Ssid;
  /** Printed in the clear, here only: that is what a label is for. `undefined`: an open hotspot. */
  readonly password: Secret | undefined;
  /** Of the hotspot, without scheme, for example `10.42.0.1`. */
  readonly address: string;
  /** Printed above the code, for example `Acme Rover 2`. */
  readonly title: string;
};

/** `text` for a terminal and for a plain printer, `svg` for a label of 90 × 42 mm. */
export type Label = { readonly text: string; readonly svg: string; readonly code: string };

/**
 * The text of a QR code that joins a wifi network (the MECARD-like form that Android since 10 and iOS since 11 read).
 * `\ ; , : "` are escaped with a backslash. A value made of hexadecimal digits is *not* put in quotes: ZXing's
 * description asks for it, but iOS takes such quotes for a part of the password, and nobody else needs them.
 */
export function joinCode(ssid: string, password: string | undefined): string {
  const escaped = (value: string): string => value.replaceAll(/[\\;,:"]/g, '\\$&');
  return password === undefined
    ? `WIFI:T:nopass;S:${escaped(ssid)};;`
    : `WIFI:T:WPA;S:${escaped(ssid)};P:${escaped(password)};;`;
}

/** The dark modules of a QR code as one SVG path of horizontal strokes, and the width of the code with its border. */
export function codePath(value: string, border: number): { readonly path: string; readonly size: number } {
  // M: 15 % may be worn off a label; the quiet zone of four modules is what ISO 18004 wants around it.
  const { data, size } = encode(value, { ecc: 'M', border });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x += 1;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  }
  return { path, size };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML: markup escaped, and the characters that XML 1.0 cannot hold at all made visible. */
const xml = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');

/** Cuts into pieces of at most `width` characters, so that a long name or password stays on the label. */
const wrapped = (text: string, width: number): string[] =>
  Array.from({ length: Math.max(1, Math.ceil([...text].length / width)) }, (_, index) =>
    [...text].slice(index * width, (index + 1) * width).join(''),
  );

function svgOf(code: string, content: LabelContent): string {
  const { path, size } = codePath(code, 4);
  const rows: string[] = [];
  let y = 6;
  const row = (style: string, text: string, height: number): void => {
    rows.push(`<text x="42" y="${y}" class="${style}" xml:space="preserve">${xml(text)}</text>`);
    y += height;
  };
  for (const line of wrapped(content.title, 26).slice(0, 2)) row('t', line, 4.4);
  row('l', 'Wi-Fi', 3.4);
  for (const line of wrapped(ssidText(content.ssid), 23)) row('v', line, 3.8);
  if (content.password !== undefined) {
    row('l', 'Password', 3.4);
    for (const line of wrapped(content.password.reveal(), 23)) row('v', line, 3.8);
  }
  row('l', 'If no page opens', 3.4);
  row('v', `http://${content.address}`, 3.8);
  const height = Math.max(42, y);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="${height}mm" viewBox="0 0 90 ${height}" role="img"><title>${xml(content.title)}</title><style>text{font-family:sans-serif}.t{font-size:3.9px;font-weight:700}.l{font-size:2.5px}.v{font-size:3.3px;font-family:monospace}</style><rect width="90" height="${height}" fill="#fff"/><path transform="translate(1 1)scale(${40 / size})" d="${path}"/>${rows.join('')}</svg>\n`;
}

/** The label of this machine, for `machine-agent label`. */
export function label(content: LabelContent): Label {
  const name = ssidText(content.ssid);
  const code = joinCode(name, content.password?.reveal());
  const lines = [
    content.title,
    '',
    renderUnicodeCompact(code, { ecc: 'M', border: 2 }),
    '',
    `Wi-Fi     ${name}`,
    ...(content.password === undefined ? [] : [`Password  ${content.password.reveal()}`]),
    `Page      http://${content.address}/`,
    '',
    'Scan the code or join the Wi-Fi with a phone; a page opens by itself. If it does not, open the address above.',
    '',
  ];
  return { text: lines.join('\n'), svg: svgOf(code, content), code };
}
