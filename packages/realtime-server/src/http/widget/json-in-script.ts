/**
 * A value as JSON that is safe within a `<script>` element: `</script>` in a text must not end the element, and U+2028 must not
 * end a line for older parsers.
 */
export function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
