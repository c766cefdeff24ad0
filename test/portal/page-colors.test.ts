import t from 'tap';
import { brand, contrast, parseColor } from '../../portal/page/colors.ts';
import fc from '../support/cases.ts';
import { rendered } from '../support/page.ts';
import { pageModel } from '../support/page-model.ts';

type Rgb = readonly [number, number, number];

/** The accents of the light and of the dark page, out of the style sheet. */
function accents(color: string | null): readonly [Rgb, Rgb] {
  const found = [...brand(color).matchAll(/--a:rgb\((\d+) (\d+) (\d+)\)/g)].map(
    ([, red, green, blue]) => [Number(red), Number(green), Number(blue)] as const,
  );
  const [light, dark] = found;
  if (light === undefined || dark === undefined) throw new Error(`two accents are expected in ${brand(color)}`);
  return [light, dark];
}

t.test('whatever colour the maker likes, its text and the text on it can be read', async () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(hex, (color) => {
      const [light, dark] = accents(color);
      const onLight = [contrast(light, [0xf5, 0xf7, 0xf7]), contrast(light, [0xff, 0xff, 0xff])];
      const onDark = [
        contrast(dark, [0x11, 0x15, 0x16]),
        contrast(dark, [0x1b, 0x21, 0x24]),
        contrast(dark, [12, 17, 19]),
      ];
      return [...onLight, ...onDark].every((ratio) => ratio >= 4.5);
    }),
  );
});

t.test(
  'a colour that can be read is left as it is; no colour, or none that is one, is the product’s own',
  async (t) => {
    t.same(accents('#0b6e74')[0], [0x0b, 0x6e, 0x74]);
    t.same(accents('#00f')[0], [0, 0, 255]);
    for (const none of [null, '', 'red', '#12', '#12345g', 'url(x)', '#fff}body{'])
      t.same(accents(none), accents('#0b6e74'));
  },
);

t.test('colours are three or six hexadecimal digits', async (t) => {
  t.same(parseColor('#abc'), [0xaa, 0xbb, 0xcc]);
  t.same(parseColor(' #A1B2C3 '), [0xa1, 0xb2, 0xc3]);
  for (const wrong of ['abc', '#abcd', '#1234567', 'rgb(1,2,3)', '']) t.equal(parseColor(wrong), undefined, wrong);
});

t.test('the maker’s colour and picture are on the page without a rebuild', async (t) => {
  const page = rendered(pageModel({ branding: { color: '#0000ff', logo: '/logo' } }));
  t.match(page.html, '--a:rgb(0 0 255)');
  t.ok(page.one('img', { src: '/logo', alt: '' }));
});
