import type { JoinReason } from '../netplan/reasons.ts';
import type { FieldError, FieldProblem, ProblemCode } from './errors.ts';
import type { SavedReply, StatusReply } from './schemas.ts';
import type { Condition, SavedState } from './session.ts';

/** Names of the form's fields, as in `SubmitRequest`; extra fields are `extra.<name>`. */
export type FormValues = { readonly [field: string]: string };

/**
 * Everything a page is rendered from, as plain JSON. The renderer puts it into the page (`inlineJson`), and the page
 * hydrates from it; later it replaces `status` by what `GET /api/v1/status` answers, which has the same shape.
 */
export type PageModel = {
  readonly status: StatusReply;
  readonly form: {
    /**
     * What was typed, after a form that could not be accepted, a rescan, or an attempt of this client that failed; never
     * a secret (see `secretFields`). `network` may name a row that is gone: then `ssid` or the attempt names it.
     */
    readonly values: FormValues;
    readonly errors: readonly FieldError[];
    /** Why the last post was turned down; `undefined`: nothing was, or the page was only opened. */
    readonly problem: ProblemCode | undefined;
  };
  /** For the screen `saved` only. */
  readonly saved?: SavedReply;
  /**
   * `form`: the whole page; after a success only that, with a link to `/?again=1`, which leaves the attempt out.
   * `accepted`: the short reply to a post with scripts off, before the hotspot goes: what happens
   * now, for how long, what to do if the hotspot comes back, and where the result will be. `rescanning`: the short
   * reply before a scan that drops the hotspot. `missing`: 404 on our own address. `result`: on the joined network,
   * without a form. `saved`: the networks that the device has, without a script. The short ones have at most 1400 bytes
   * of HTML and 600 gzipped: they must fit in one packet.
   */
  readonly screen: 'form' | 'accepted' | 'rescanning' | 'missing' | 'result' | 'saved';
};

/**
 * Renders the whole document, beginning with `<!doctype html>`, everything inlined, nothing loaded but `/logo`. Pure: the
 * server keeps and compresses what it returns. Forms post urlencoded to `/submit` and `/rescan` (also as `formaction` of
 * a button, so that typed values survive), with `?lang=` of the language shown, and with a hidden `token`.
 */
export type PageRenderer = (model: PageModel, language: string) => { readonly html: string };

/** What replies say to people, in one language: the page shows it as it comes, so that its script carries none of it. */
export type Sentences = {
  /** `network`: the name, for people. Each reason with advice. */
  readonly reason: (code: JoinReason, network: string) => string;
  readonly problem: (code: ProblemCode) => string;
  readonly saved: (state: SavedState) => string;
  readonly field: (problem: FieldProblem, limit: number | undefined) => string;
  /** With the condition's detail behind it; its own English text where the language has no sentence for its code. */
  readonly condition: (condition: Pick<Condition, 'code' | 'text' | 'detail'>) => string;
};

/** What the page's build leaves in `dist/page/render.js`. */
export type PageModule = {
  readonly default: PageRenderer;
  /** BCP 47 tags of all languages, the default first. */
  readonly languages: readonly string[];
  /** For `attempt.text`, `conditions[].text`, and for `title` and `fields[].text` of a Problem. */
  readonly sentences: (language: string) => Sentences;
  /** The exact text of each inline script that runs, for the hashes of the Content-Security-Policy. JSON data apart. */
  readonly scripts: readonly string[];
};

// Requests that the page's script may make (all on its own address, JSON, with `token` in the body of a write):
//   GET  /api/v1/status           StatusReply
//   GET  /api/v1/attempt?after=&wait=   AttemptReply; waits up to `wait` seconds for a change
//   GET  /api/v1/networks         NetworksReply
//   POST /api/v1/rescan           RescanReply, or a Problem
//   POST /api/v1/submit           202 AttemptReply, or a Problem with `fields`; body SubmitRequest (requests.ts)
//   POST /api/v1/credentials      StagedReply: keeps machine credentials for a later submit
//   POST /api/v1/activity         204: somebody typed or chose something; at most every 30 s
//   POST /api/v1/exit             204: leave setup, nothing submitted
