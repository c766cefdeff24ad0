import type { Language } from '../texts.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { zh } from './zh.ts';

/** Every language of the page; the first is taken where nothing else fits. */
export const languages: readonly [Language, ...Language[]] = [en, de, fr, es, it, pt, nl, pl, ja, zh, ko, ar];
