import type { FastifyRequest } from 'fastify';
import type { Clock } from '../netplan/clock.ts';
import type { Instant } from '../netplan/duration.ts';
import { type Prepared, preparer } from './assets.ts';
import { Changes } from './changes.ts';
import type { FieldError, ProblemCode } from './errors.ts';
import type { PortalHosts } from './hosts.ts';
import { negotiate } from './language.ts';
import { portalLimits } from './limits.ts';
import type { FormValues, PageModel, PageModule, Sentences } from './page-model.ts';
import type { Period } from './period.ts';
import { attemptReply, networksReply, type ReplyContext, savedReply, statusReply } from './replies.ts';
import type { AttemptReply, NetworksReply, SavedReply, StatusReply } from './schemas.ts';
import type { ClientId, ProvisioningSession } from './session.ts';

/** The members of a pino logger that the portal uses. */
export type PortalLog = { readonly [L in 'debug' | 'info' | 'warn' | 'error']: (facts: object, text: string) => void };

export type ViewOptions = {
  readonly session: ProvisioningSession;
  readonly page: PageModule;
  readonly period: Period;
  readonly hosts: () => PortalHosts;
  readonly clock: Clock;
  readonly log: PortalLog;
  /** Where `resultApp` listens on the joined network, and names of this device there (`box1.local`), if any. */
  readonly result: { readonly port: number; readonly localNames: () => readonly string[] };
};

/** The status as clients see it: replies, page models, and prepared pages by version and language. */
export class View {
  readonly changes: Changes;
  readonly #options: ViewOptions;
  readonly #prepare: (model: PageModel, language: string) => Prepared;
  readonly #pages = new Map<string, { readonly version: string; readonly at: Instant; readonly page: Prepared }>();

  constructor(options: ViewOptions) {
    this.#options = options;
    this.changes = new Changes(options.session, options.clock);
    this.#prepare = preparer(options.page, (problem) =>
      options.log.error({ err: problem }, 'the page could not be rendered; the plain one was sent'),
    );
  }

  end(): void {
    this.changes.end();
  }

  language(request: FastifyRequest): string {
    const chosen = (request.query as { readonly lang?: unknown }).lang;
    return this.languageOf(typeof chosen === 'string' ? chosen : undefined, request.headers['accept-language']);
  }

  languageOf(chosen: string | undefined, acceptLanguage: string | undefined): string {
    return negotiate(this.#options.page.languages, chosen, acceptLanguage);
  }

  sentences(language: string): Sentences {
    return this.#options.page.sentences(language);
  }

  status(language: string): StatusReply {
    return statusReply(this.#options.session.status(), this.#context(language));
  }

  attempt(language: string): AttemptReply {
    return attemptReply(this.#options.session.status(), this.#context(language));
  }

  networks(): NetworksReply {
    return networksReply(this.#options.session.status());
  }

  saved(language: string): SavedReply {
    return savedReply(this.#options.session.saved(), this.sentences(language));
  }

  savedPage(language: string): Prepared {
    const model: PageModel = {
      status: this.status(language),
      saved: this.saved(language),
      form: { values: {}, errors: [], problem: undefined },
      screen: 'saved',
    };
    return this.#prepare(model, language);
  }

  /** The page as it is for everybody: kept until something changes, so that opening it costs no rendering. */
  page(language: string, screen: PageModel['screen'] = 'form'): Prepared {
    return this.#kept(`${language} ${screen}`, () => this.personal(language, { values: {} }, { screen }));
  }

  /** The page for a client whose form comes back filled. */
  returned(language: string, client: ClientId, values: FormValues): Prepared {
    return this.#kept(`${language} ${client}`, () => this.personal(language, { values }));
  }

  #kept(key: string, prepare: () => Prepared): Prepared {
    const [at, version] = [this.#options.clock.now(), this.#version()];
    const kept = this.#pages.get(key);
    if (kept?.version === version && at - kept.at < portalLimits.pageAge) return kept.page;
    const page = prepare();
    this.#pages.delete(key);
    this.#pages.set(key, { version, at, page });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > portalLimits.keptPages && oldest !== undefined) this.#pages.delete(oldest);
    return page;
  }

  /** The page for one client: with what it typed, and what was wrong with it. */
  personal(
    language: string,
    form: { readonly values: FormValues; readonly errors?: readonly FieldError[]; readonly problem?: ProblemCode },
    overrides: { readonly screen?: PageModel['screen']; readonly status?: Partial<StatusReply> } = {},
  ): Prepared {
    const model: PageModel = {
      status: { ...this.status(language), ...overrides.status },
      form: { values: form.values, errors: form.errors ?? [], problem: form.problem },
      screen: overrides.screen ?? 'form',
    };
    return this.#prepare(model, language);
  }

  /** With the token and the hosts, because they are on the page as well. */
  #version(): string {
    const { address, mode } = this.#options.hosts();
    return `${this.changes.version} ${this.#options.period.token} ${address} ${mode}`;
  }

  #context(language: string): ReplyContext {
    const { period, hosts, result } = this.#options;
    return {
      version: this.changes.version,
      token: period.token,
      hosts: hosts(),
      result: { path: period.resultPath, port: result.port, localNames: result.localNames() },
      sentences: this.sentences(language),
    };
  }
}
