import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const folder = new URL('../page/', import.meta.url);

export type CloudDocument = { readonly html: string; readonly policy: string };

let made: Promise<CloudDocument> | undefined;

/** The page as one document, made once, at the first start: nothing of it comes from outside. */
export function cloudDocument(): Promise<CloudDocument> {
  made ??= make();
  return made;
}

async function make(): Promise<CloudDocument> {
  const { build } = await import('esbuild');
  const built = await build({
    entryPoints: [fileURLToPath(new URL('main.tsx', folder))],
    bundle: true,
    write: false,
    outdir: fileURLToPath(folder),
    minify: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // jsonc-parser's main file requires its parts in a way that cannot be followed.
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
  const output = (ending: string) => built.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const script = output('.js').replaceAll('</script', '<\\/script');
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>The local cloud</title>
<style>${output('.css')}</style>
<body><div id="cloud"><noscript>The cloud's page needs scripts.</noscript></div><script>${script}</script></body>
</html>`;
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    // The editor makes its style sheets at run time.
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    'img-src data:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { html, policy };
}
