import { fileURLToPath } from 'node:url';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { PageModel, PageModule } from '../../portal/page-model.ts';

export type Element = DefaultTreeAdapterTypes.Element;

/** The page as its build left it (test/support/prepare.ts). */
export const builtPage = (await import(
  fileURLToPath(new URL('../../dist/page/render.js', import.meta.url))
)) as PageModule;

/** A page as a browser's parser sees it. */
export class ParsedPage {
  readonly html: string;
  readonly elements: readonly Element[];

  constructor(html: string) {
    this.html = html;
    const elements: Element[] = [];
    const collect = (node: DefaultTreeAdapterTypes.ParentNode): void => {
      for (const child of node.childNodes) {
        if ('tagName' in child) elements.push(child);
        if ('childNodes' in child) collect(child);
      }
    };
    collect(parse(html));
    this.elements = elements;
  }

  /** All elements with this tag and these attributes; `true`: present, with any value. */
  all(tag: string, attributes: Readonly<Record<string, string | true>> = {}): Element[] {
    return this.elements.filter(
      (element) =>
        element.tagName === tag &&
        Object.entries(attributes).every(([name, wanted]) => {
          const value = attribute(element, name);
          return wanted === true ? value !== undefined : value === wanted;
        }),
    );
  }

  /** The first one; an error if there is none. */
  one(tag: string, attributes: Readonly<Record<string, string | true>> = {}): Element {
    const [found] = this.all(tag, attributes);
    if (found === undefined) throw new Error(`no <${tag}> with ${JSON.stringify(attributes)} in the page`);
    return found;
  }

  byId(id: string): Element | undefined {
    return this.elements.find((element) => attribute(element, 'id') === id);
  }
}

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

/** All text inside, as it is. */
export function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

export const rendered = (model: PageModel, language = 'en'): ParsedPage =>
  new ParsedPage(builtPage.default(model, language).html);
