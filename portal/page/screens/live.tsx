import type { Texts } from '../texts.ts';

/** Where the script shows an attempt as far as the page can see it (follow.ts): empty and hidden until then. */
export function Live({ texts, home }: { readonly texts: Texts; readonly home: string }) {
  return (
    <section id="live" class="card" hidden>
      {/* biome-ignore lint/a11y/useHeadingContent: filled before it is shown */}
      <h2 tabIndex={-1} />
      <p role="status" />
      <p class="bar" />
      <a class="go" href={home} hidden>
        {texts.lookAgain}
      </a>
    </section>
  );
}
