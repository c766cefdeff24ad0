import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const shared = {
  configFile: false,
  root: at('.'),
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
} as const satisfies InlineConfig;

/** What runs in the page: one classic script and one style sheet, to be put into the document. */
export const browserBuild: InlineConfig = {
  ...shared,
  // Safari 13.1 and Chrome 80 and newer, so about every phone since 2015; an older one gets the plain form.
  build: {
    target: 'es2020',
    cssTarget: ['safari15.4', 'chrome105'],
    write: false,
    modulePreload: false,
    cssCodeSplit: false,
    lib: { entry: at('main.tsx'), formats: ['iife'], name: 'page', fileName: 'page' },
  },
  resolve: { alias: { 'preact/jsx-runtime': at('jsx-runtime.ts') } },
};

/** What the daemon loads: one module with everything in it, and the script and style sheet as texts. */
export const serverBuild = (outDir: string, script: string, style: string): InlineConfig => ({
  ...shared,
  plugins: [
    {
      name: 'page-script',
      resolveId: (id) => (id === 'virtual:script' ? '\0virtual:script' : undefined),
      load: (id) =>
        id === '\0virtual:script'
          ? `export const script = ${JSON.stringify(script)}; export const style = ${JSON.stringify(style)};`
          : undefined,
    },
  ],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: at('render.tsx'),
    target: 'node24',
    outDir,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'render.js' } },
  },
});
