import type { Language } from '../texts.ts';
import { en } from './en.ts';

/** Every language of the page; the first is taken where nothing else fits. */
export const languages: readonly [Language, ...Language[]] = [en];
