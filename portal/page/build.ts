import { mkdir, rename, rm } from 'node:fs/promises';
import { build, type Rolldown } from 'vite';
import { browserBuild, serverBuild } from './vite.config.ts';

/** An end tag in a text would end the element that the text stands in. */
function inlined(text: string, element: 'script' | 'style'): string {
  if (new RegExp(`</${element}|<!--`, 'i').test(text)) throw new Error(`the page's ${element} cannot stand in a page`);
  return text.replace(/\/\*\$vite.*?\*\//, '').trim();
}

/**
 * Builds `render.js` into `outDir` (absolute): a module as `PageModule` in portal/page-model.ts describes it. The file
 * appears whole, so that a portal or a test that loads it meanwhile gets the old one.
 */
export async function buildPage(outDir: string): Promise<void> {
  const [result] = (await build(browserBuild)) as Rolldown.RolldownOutput[];
  let script = '';
  let style = '';
  for (const file of result?.output ?? []) {
    if (file.type === 'chunk') script += file.code;
    else if (file.fileName.endsWith('.css')) style += file.source;
  }
  if (script === '' || style === '') throw new Error('the page was built without its script or its style sheet');
  const fresh = `${outDir}.${process.pid}`;
  await build(serverBuild(fresh, inlined(script, 'script'), inlined(style, 'style')));
  await mkdir(outDir, { recursive: true });
  await rename(`${fresh}/render.js`, `${outDir}/render.js`);
  await rm(fresh, { recursive: true });
}
