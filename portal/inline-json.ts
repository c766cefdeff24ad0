/**
 * JSON that may stand inside a `<script>` element of a page, whatever the names in it are: nothing in it can end the
 * element, begin a comment, or break the line of a script (U+2028 and U+2029 end a line in older engines).
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
