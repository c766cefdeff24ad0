import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { PageModel, PageModule } from './page-model.ts';
import { plainPage } from './plain-page.ts';
import { sampleModel } from './sample.ts';

/** A document ready to be sent: nothing is rendered or compressed while a phone waits. */
export type Prepared = {
  readonly body: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  readonly policy: string;
};

/** The page in use, and why it is not the built one where it is not. */
export type LoadedPage = { readonly page: PageModule; readonly problem: Error | undefined };

/**
 * Captive webviews take these. Not sent: `X-Frame-Options` and `frame-ancestors`, because sign-in windows may show the
 * page in a frame; `Referrer-Policy: no-referrer`, because forms would then post with `Origin: null`.
 */
export const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
} as const;

const policyOf = (scripts: readonly string[]): string => {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  const allowed = hashes.length === 0 ? '' : `script-src ${hashes.join(' ')}; connect-src 'self'; `;
  return `default-src 'none'; ${allowed}style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'`;
};

/** Renders and compresses. A model that the built page cannot render gets the plain one. */
export function preparer(page: PageModule, onProblem: (problem: unknown) => void) {
  const policy = policyOf(page.scripts);
  const quiet = policyOf([]);
  return (model: PageModel, language: string): Prepared => {
    let html: string;
    try {
      html = page.default(model, language).html;
    } catch (problem) {
      onProblem(problem);
      html = plainPage.default(model, 'en').html;
    }
    const body = Buffer.from(html);
    const etag = createHash('sha256').update(body).digest('base64url').slice(0, 16);
    const isWhole = model.screen === 'form' || model.screen === 'result';
    return { body, gzip: gzipSync(body, { level: 9 }), etag, policy: isWhole ? policy : quiet };
  };
}

/**
 * The page as its build left it (`render.js` in `folder`), after a look at it: each screen must render in each language
 * from a sample, and the form must hold its token. Otherwise the plain page, with the problem, for the log and for health.
 */
export async function loadPage(folder: string): Promise<LoadedPage> {
  const file = pathToFileURL(`${folder}/render.js`);
  try {
    return checkedPage((await import(file.href)) as PageModule);
  } catch (cause) {
    return { page: plainPage, problem: new Error(`The portal's page cannot be loaded from ${folder}`, { cause }) };
  }
}

/** The same for a page that is part of the program's bundle. */
export function checkedPage(page: PageModule): LoadedPage {
  try {
    if (page.languages.length === 0) throw new Error('no language');
    for (const language of page.languages) {
      for (const screen of ['form', 'accepted', 'rescanning', 'missing', 'result'] as const) {
        const { html } = page.default({ ...sampleModel, screen }, language);
        const works = /^<!doctype html>/i.test(html) && (screen !== 'form' || isForm(html, sampleModel.status.token));
        if (!works) throw new Error(`the screen ${screen} is empty or has no form, language ${language}`);
      }
      page.sentences(language).problem('internal');
    }
    return { page, problem: undefined };
  } catch (cause) {
    return { page: plainPage, problem: new Error("The portal's page does not render", { cause }) };
  }
}

const isForm = (html: string, token: string): boolean => /<form[^>]*method="?post/i.test(html) && html.includes(token);
