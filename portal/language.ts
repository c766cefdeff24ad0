/**
 * The language to answer in, by lookup (RFC 4647 3.4): the wished ones in order of weight, each cut from the right until
 * one of `available` fits; `pt-BR` finds `pt`. The first of `available` is the default.
 *
 * @param chosen What a person picked on the page (`?lang=`); goes before everything else.
 */
export function negotiate(
  available: readonly string[],
  chosen: string | undefined,
  acceptLanguage: string | undefined,
) {
  const fallback = available[0] ?? 'en';
  if (chosen !== undefined && available.includes(chosen)) return chosen;
  // Sixteen wishes at most: the header is the client's.
  const wishes = (acceptLanguage ?? '').slice(0, 512).split(',').slice(0, 16).map(parse);
  for (const { tag } of wishes.filter((wish) => wish.weight > 0).sort((a, b) => b.weight - a.weight)) {
    if (tag === '*') return fallback;
    const parts = tag.split('-');
    for (let length = parts.length; length > 0; length -= 1) {
      const range = parts.slice(0, length).join('-');
      const found = available.find((language) => language.toLowerCase() === range);
      if (found !== undefined) return found;
    }
  }
  return fallback;
}

function parse(wish: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: tag === '' || Number.isNaN(weight) ? 0 : weight };
}
