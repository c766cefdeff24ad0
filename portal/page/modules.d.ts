/** The page's own script and style sheet, built and minified first (vite.config.ts). */
declare module 'virtual:script' {
  export const script: string;
  export const style: string;
}

declare module '*.css';
