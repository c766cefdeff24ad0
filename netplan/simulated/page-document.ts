import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

export type TownDocument = { readonly html: string; readonly policy: string };

const folder = new URL('./page/', import.meta.url);

let made: Promise<TownDocument> | undefined;

/** The page as one document, made once, when a town starts: nothing of it comes from outside. */
export function townDocument(): Promise<TownDocument> {
  made ??= make();
  return made;
}

async function make(): Promise<TownDocument> {
  // Needed by the demo alone, and not there in a release.
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
    logLevel: 'silent',
  });
  const output = (ending: string) => built.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const script = output('.js').replaceAll('</script', '<\\/script');
  const style = output('.css');
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>The simulated town</title>
<style>${style}</style>
<body><div id="town"><noscript>The town's page needs scripts.</noscript></div><script>${script}</script></body>
</html>`;
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    // Bars and positions are set as style attributes.
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    'img-src data:',
    // The phone on the page shows the portal, which is another port of this computer.
    'frame-src http://localhost:* http://127.0.0.1:*',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { html, policy };
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
