import jsqr from 'jsqr';
import t from 'tap';
import { encode } from 'uqr';
import { Secret } from '../../netplan/secret.ts';
import { ssidFromText } from '../../netplan/ssid.ts';
import { codePath, joinCode, label } from '../../portal/label.ts';
import fc from '../support/cases.ts';
import { tortureNames } from '../support/torture-names.ts';

/** What a phone's camera reads in a code, from its dark modules. */
function scanned(dark: (x: number, y: number) => boolean, size: number): string | undefined {
  const scale = 4;
  const pixels = new Uint8ClampedArray((size * scale) ** 2 * 4).fill(255);
  for (let y = 0; y < size * scale; y += 1) {
    for (let x = 0; x < size * scale; x += 1) {
      if (dark(Math.floor(x / scale), Math.floor(y / scale)))
        pixels.fill(0, (y * size * scale + x) * 4, (y * size * scale + x) * 4 + 3);
    }
  }
  const read = (jsqr as unknown as { default: typeof jsqr.default }).default ?? jsqr;
  return read(pixels, size * scale, size * scale)?.data;
}

/** The modules that a path draws: it is made of `M x y h n v1 H x z` only. */
function drawn(path: string): ReadonlySet<string> {
  const modules = new Set<string>();
  for (const [, x, y, count] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let step = 0; step < Number(count); step += 1) modules.add(`${Number(x) + step} ${y}`);
  }
  return modules;
}

/** The same text as phones take apart a `WIFI:` code: fields end at a semicolon without a backslash before it. */
function joined(code: string): Readonly<Record<string, string>> {
  const fields = code.slice('WIFI:'.length).match(/(?:\\.|[^;\\])+;/gsu) ?? [];
  return Object.fromEntries(
    fields.map((field) => [field.slice(0, 1), field.slice(2, -1).replaceAll(/\\(.)/gsu, '$1')]),
  );
}

t.test('the code holds name and password with the characters escaped that separate its parts', async (t) => {
  t.equal(joinCode('machine-setup-box1', 'machinesetup'), 'WIFI:T:WPA;S:machine-setup-box1;P:machinesetup;;');
  t.equal(joinCode('a;b,c:d"e\\f', undefined), 'WIFI:T:nopass;S:a\\;b\\,c\\:d\\"e\\\\f;;');
  t.equal(joinCode('cafe', '12345678'), 'WIFI:T:WPA;S:cafe;P:12345678;;', 'no quotes around hexadecimal digits');
});

t.test('whatever the name and the password, a phone reads just these', async () => {
  const name = fc.oneof(fc.constantFrom(...tortureNames), fc.string({ minLength: 1, maxLength: 32 }));
  const password = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((c) => String.fromCharCode(c)),
    minLength: 8,
    maxLength: 63,
  });
  fc.assert(
    fc.property(name, password, (ssid, psk) => {
      const fields = joined(joinCode(ssid, psk));
      return fields['T'] === 'WPA' && fields['S'] === ssid && fields['P'] === psk;
    }),
  );
});

t.test('the code on the label can be scanned', async (t) => {
  for (const [ssid, password] of [
    ['machine-setup-rover7', 'machinesetup'],
    ['a;b,c:d"e\\f', 'p;,:"\\word'],
    ['Café 🇩🇰', 'x'.repeat(63)],
  ] as const) {
    const made = label({
      ssid: ssidFromText(ssid),
      password: new Secret(password),
      address: '10.42.0.1',
      title: 'Rover',
    });
    const path = /<path transform="[^"]*" d="([^"]*)"/.exec(made.svg)?.[1] ?? '';
    const { size } = codePath(made.code, 4);
    const modules = drawn(path);
    t.equal(
      scanned((x, y) => modules.has(`${x} ${y}`), size),
      made.code,
      ssid,
    );
    const { data } = encode(made.code, { ecc: 'M', border: 2 });
    t.equal(data.length + 0, size - 4, 'the same code in the text');
  }
});

t.test('the text holds all that a person needs', async (t) => {
  const { text } = label({
    ...{ ssid: ssidFromText('machine-setup-box1'), password: new Secret('correct horse') },
    ...{ address: '10.42.0.1', title: 'Acme Rover' },
  });
  for (const part of ['Acme Rover', 'machine-setup-box1', 'correct horse', 'http://10.42.0.1/']) t.match(text, part);
});

t.test('the picture is well-formed and keeps every character, however long and odd the names are', async (t) => {
  const password = `<&>"${'W'.repeat(59)}`;
  const { svg } = label({
    ...{ ssid: ssidFromText(`<b>&"\u0007${'W'.repeat(20)}`), password: new Secret(password), address: '10.42.0.1' },
    title: 'A <very> long & "odd" name of a machine that needs two lines and more',
  });
  t.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="90mm" height="[\d.]+mm"/);
  for (const absent of ['<b>', '<very>', '\u0007']) t.notOk(svg.includes(absent));
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '').join('');
  const plain = texts
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  t.ok(plain.includes(password));
  const height = Number(/height="([\d.]+)mm"/.exec(svg)?.[1]);
  for (const [, y] of svg.matchAll(/<text x="\d+" y="([\d.]+)"/g)) t.ok(Number(y) < height);
});

t.test('an open hotspot has no password on its label', async (t) => {
  const { text, svg, code } = label({
    ...{ ssid: ssidFromText('open-box'), password: undefined, address: '10.42.0.1', title: 'Box' },
  });
  t.match(code, 'T:nopass');
  t.notMatch(text + svg, 'Password');
});
