import t from 'tap';
import { violations } from '../support/axe.ts';
import { closeBrowser, openPhone } from '../support/browser.ts';
import { screens, serveScreens } from '../support/screens.ts';

const { open, end } = await serveScreens();
t.teardown(closeBrowser);
t.teardown(end);

t.test('no screen has an accessibility fault (light)', async (t) => {
  const page = await openPhone(t, { stillness: true });
  for (const screen of Object.keys(screens)) {
    await open(page, screen);
    t.same(await violations(page), [], screen);
  }
});

t.test('nor in the dark and from right to left', async (t) => {
  const page = await openPhone(t, { dark: true, stillness: true });
  for (const screen of ['form', 'first', 'failed', 'refused', 'connected', 'accepted', 'saved']) {
    await open(page, screen, 'ar');
    t.same(await violations(page), [], screen);
  }
});
