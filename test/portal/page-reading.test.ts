import t from 'tap';
import { closeBrowser, openPhone } from '../support/browser.ts';
import { serveScreens } from '../support/screens.ts';

const { open, end } = await serveScreens();
t.teardown(closeBrowser);
t.teardown(end);

for (const language of ['en', 'de', 'ja', 'ar']) {
  t.test(`with text of twice the size nothing is cut off or scrolls sideways (${language})`, async (t) => {
    const page = await openPhone(t, {});
    for (const screen of ['form', 'first', 'failed', 'connected', 'running']) {
      await open(page, screen, language);
      await page.addStyleTag({ content: 'html{font-size:200%}' });
      const overflow = await page.evaluate(
        'document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth',
      );
      t.equal(overflow, 0, screen);
    }
  });
}

t.test('whoever wants no motion gets none', async (t) => {
  const animation = `getComputedStyle(document.querySelector('.bar'), '::before').animationName`;
  for (const stillness of [false, true]) {
    const page = await openPhone(t, { stillness });
    await open(page, 'running');
    await page.waitForSelector('#live:not([hidden])');
    t.equal(await page.evaluate(animation), stillness ? 'none' : 'run');
  }
});

t.test('each thing to tap is at least 24 pixels high and wide, and buttons and rows 44', async (t) => {
  const page = await openPhone(t);
  await open(page, 'first');
  const small =
    await page.evaluate(`[...document.querySelectorAll('a, button, input:not([type=hidden]), summary, label.r')]
    .map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect(), element])
    .filter(([, { width }]) => width > 0)
    .filter(([, { width, height }, element]) => {
      const least = element.matches('.go, .r, .t, summary') ? 44 : element.matches('[type=radio], [type=checkbox]') ? 20 : 24;
      return width < least && !element.matches('summary, a') || height < least;
    }).map(([html]) => html)`);
  t.same(small, []);
});
