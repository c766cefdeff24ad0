// What the compiler calls for JSX, on the createElement that Preact's core contains anyway: 300 bytes less on the wire
// than preact/jsx-runtime. Only the browser's build uses it (vite.config.ts).
import { createElement, Fragment } from 'preact';

export function jsx(type: Parameters<typeof createElement>[0], props: object, key?: string): unknown {
  return createElement(type as 'p', key === undefined ? props : { ...props, key });
}
export { Fragment, jsx as jsxs };
