/** Styles, which the bundler gathers. */
declare module '*.css';
