import { ar } from './ar.ts';
import { de } from './de.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { zh } from './zh.ts';

/**
 * The daemon's health conditions by language and code. They are apart from the other texts because English has none:
 * daemon/conditions.ts is its only source. Only the server renders them, so the page's script does not grow with them.
 */
export const conditionSentences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...{ de, fr, es, it, pt, nl, pl, ja, zh, ko, ar },
};

/** The sentence for a condition, without its detail; `undefined`: say the daemon's English one. */
export function conditionIn(language: string, code: string): string | undefined {
  const sentences = Object.hasOwn(conditionSentences, language) ? conditionSentences[language] : undefined;
  return sentences !== undefined && Object.hasOwn(sentences, code) ? sentences[code] : undefined;
}
