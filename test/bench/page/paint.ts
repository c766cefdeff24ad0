import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** What one opening of a page costs a phone. */
export type Opening = {
  /** First contentful paint, in milliseconds. */
  readonly paint: number;
  /** Everything that came over the wire, headers included. */
  readonly bytes: number;
};

const executablePath = '/usr/bin/chromium';

/** Debian's Chromium; `undefined`: not installed. */
export async function openBrowser(): Promise<Browser | undefined> {
  if (!existsSync(executablePath)) return undefined;
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** A cheap phone on a bad link: a sixth of this CPU, 2 Mbit/s, 20 ms. Nothing is cached: each opening is the first. */
export async function openPage(browser: Browser, url: string): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send('Network.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    const rate = 2_000_000 / 8;
    const network = { offline: false, latency: 20, downloadThroughput: rate, uploadThroughput: rate };
    await session.send('Network.emulateNetworkConditions', network);
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      undefined,
      { timeout: 60_000 },
    );
    const paint = Number(await painted.jsonValue());
    return { paint, bytes };
  } finally {
    await context.close();
  }
}
