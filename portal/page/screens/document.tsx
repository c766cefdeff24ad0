import type { ComponentChildren } from 'preact';
import type { PageModel } from '../../page-model.ts';
import { brand } from '../colors.ts';
import { fill, type Language } from '../texts.ts';

type DocumentProps = {
  readonly model: PageModel;
  readonly language: Language;
  readonly languages: readonly Language[];
  /** Of the build: the style sheet. */
  readonly style: string;
  readonly children: ComponentChildren;
  /** Elements after the page: data and script. */
  readonly end?: ComponentChildren;
};

/** Waves over a point: stands where the maker has given no picture. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 10a11.3 11.3 0 0 1 16 0M7 13.5a7 7 0 0 1 10 0M12 18h.01" />
    </svg>
  );
}

function Languages({ language, languages }: Pick<DocumentProps, 'language' | 'languages'>) {
  return (
    <nav aria-label={language.page.changeLanguage}>
      <details class="lang">
        <summary>{language.code.toUpperCase()}</summary>
        <p>
          {languages.map(({ code, language: name }) => (
            <a key={code} href={`?lang=${code}`} lang={code} aria-current={code === language.code ? 'true' : undefined}>
              {name}
            </a>
          ))}
        </p>
      </details>
    </nav>
  );
}

/** Head, header and footer: who this machine is. */
export function Document({ model, language, languages, style, children, end }: DocumentProps) {
  const { device, branding, fragmentId } = model.status;
  const texts = language.page;
  const title = fill(texts.title, { host: device.hostName });
  const facts = [
    [texts.hostName, device.hostName],
    [texts.agentVersion, device.agentVersion],
    [texts.fragment, fragmentId ?? ''],
  ].filter(([, value]) => value !== '');
  return (
    <html lang={language.code} dir={language.direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no,address=no" />
        <title>{title}</title>
        {/* Else every browser asks for /favicon.ico. */}
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: brand(branding.color) + style }} />
      </head>
      <body>
        <header>
          {branding.logo === null ? <Mark /> : <img class="logo" src={branding.logo} alt="" />}
          <div>
            <p>
              <bdi>{[device.manufacturer, device.model].filter((part) => part !== '').join(' · ')}</bdi>
            </p>
            <h1>{title}</h1>
          </div>
          <Languages language={language} languages={languages} />
        </header>
        <main>{children}</main>
        <footer>
          {model.screen === 'form' && (
            <p>
              <a class="t" href={`/networks?lang=${language.code}`}>
                {texts.savedNetworks}
              </a>
            </p>
          )}
          {facts.map(([name, value]) => (
            <p key={name}>
              {name}: <bdi>{value}</bdi>
            </p>
          ))}
        </footer>
        {end}
      </body>
    </html>
  );
}
