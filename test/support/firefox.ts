import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, launch, type Page } from 'puppeteer-core';
import type { Test } from 'tap';

/** Debian's Firefox (package `firefox-esr`), or the one that FIREFOX names. */
const executablePath = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

/** A first start on a busy machine takes most of a minute. */
const longestStart = 120_000;
const longestWait = 60_000;

/**
 * A Firefox without a screen, over WebDriver BiDi, with a profile and a home of its own: as root it refuses the home of
 * somebody else. It ends with the test, and so does its profile.
 *
 * @throws Error where there is no Firefox
 */
export async function openFirefox(t: Test): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(`no browser at ${executablePath}: install firefox-esr or set FIREFOX`);
  const home = await mkdtemp(join(tmpdir(), 'firefox-'));
  const browser = await launch({
    ...{ browser: 'firefox', executablePath, headless: true, userDataDir: join(home, 'profile') },
    ...{ timeout: longestStart, protocolTimeout: longestWait },
    env: { ...process.env, HOME: home },
    // Nothing of it goes out: no updates, no first-run page, no test whether there is a sign-in page of its own.
    extraPrefsFirefox: {
      'app.update.enabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'services.settings.server': 'http://127.0.0.1:9/',
      'intl.accept_languages': 'en',
    },
  });
  t.teardown(async () => {
    await browser.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  return browser;
}

/** A window as small as a phone's; what the page's script throws makes the test fail. */
export async function openWindow(t: Test, browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestWait);
  await page.setViewport({ width: 360, height: 640 });
  page.on('pageerror', (error) => t.fail(`the page's script threw: ${String(error)}`));
  return page;
}
