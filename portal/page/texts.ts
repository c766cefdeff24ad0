import { type ScriptTexts, scriptProblems } from './island.ts';
import type { en } from './languages/en.ts';

/** A language: the same groups and names of texts as in English, with other words. */
export type Language = {
  /** BCP 47. */
  readonly code: string;
  /** Its own name for itself. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly page: Texts;
  readonly saved: { readonly [K in keyof typeof en.saved]: string };
  readonly reasons: { readonly [K in keyof typeof en.reasons]: string };
  readonly problems: { readonly [K in keyof typeof en.problems]: string };
  readonly fields: { readonly [K in keyof typeof en.fields]: string };
};
export type TextName = keyof typeof en.page;
export type Texts = { readonly [K in TextName]: string };

/**
 * Puts values into a text. A value that contains letters written from right to left is isolated (Unicode FSI … PDI), so
 * that a name cannot reorder the sentence around it; in a right-to-left text every value is.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name]);
    return /[\u0590-\u08ff\u202a-\u202e]/.test(text + value) ? `\u2068${value}\u2069` : value;
  });
}

export const minutesOf = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60));

/** The texts for the page's script, filled but for the one value that only the script knows. */
export function scriptTexts({ page: texts, fields }: Language, hotspot: string): ScriptTexts {
  // A phone that has lost the hotspot asks nobody: the way back stands here as well.
  const gone = `${texts.gone} ${texts.nextReturn}`;
  const ready = (text: string) => fill(text, { hotspot, network: '\u2068{}\u2069', time: '{}', limit: '{}' });
  return {
    securities: {
      open: texts.securityOpen,
      owe: texts.securityOwe,
      'wpa-psk': texts.securityPsk,
      sae: texts.securitySae,
      enterprise: texts.securityEnterprise,
      wep: texts.securityWep,
      unknown: texts.securityUnknown,
    },
    signals: [texts.signal1, texts.signal2, texts.signal3, texts.signal4],
    unsupported: texts.unsupported,
    known: texts.known,
    connected: texts.connected,
    noNetworks: texts.noNetworks,
    listNew: texts.listNew,
    searching: texts.searching,
    searchGone: ready(texts.searchGone),
    sending: texts.sending,
    connecting: ready(texts.connecting),
    saving: texts.saving,
    phases: { waiting: texts.waiting, trying: texts.trying, gone: ready(gone), overdue: ready(texts.overdue) },
    timeLeft: ready(texts.timeLeft),
    failedTo: ready(texts.failedTo),
    failed: texts.failed,
    problems: Object.fromEntries(
      scriptProblems.map((problem) => [problem, ready(fields[problem])]),
    ) as ScriptTexts['problems'],
  };
}
