import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Test } from 'tap';

/** Debian's Chromium (package `chromium`), or the one that CHROMIUM names. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

let launched: Promise<Browser> | undefined;

/** A phone: what a sign-in window shows is a small Chromium or WebKit. */
export type Phone = {
  readonly scripts?: boolean;
  readonly dark?: boolean;
  readonly language?: string;
  readonly width?: 360 | 768;
  readonly stillness?: boolean;
};

/**
 * A fresh window of one browser for the whole test file; what the page's script throws makes the test fail.
 *
 * @throws Error where there is no Chromium
 */
export async function openPhone(t: Test, phone: Phone = {}): Promise<Page> {
  if (!existsSync(executablePath)) throw new Error(`no browser at ${executablePath}: install chromium or set CHROMIUM`);
  launched ??= chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
    ],
  });
  const browser = await launched;
  const options: BrowserContextOptions = {
    viewport: phone.width === 768 ? { width: 768, height: 1024 } : { width: 360, height: 640 },
    hasTouch: true,
    javaScriptEnabled: phone.scripts ?? true,
    colorScheme: phone.dark ? 'dark' : 'light',
    locale: phone.language ?? 'en',
    reducedMotion: phone.stillness ? 'reduce' : 'no-preference',
  };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => t.fail(`the page's script threw: ${error.message}`));
  t.teardown(() => context.close());
  return page;
}

/** At the end of a test file. */
export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
  launched = undefined;
}
