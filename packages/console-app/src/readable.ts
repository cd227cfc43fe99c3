/**
 * An answer's Markdown as text that a person at work reads over: the words and addresses without the marks. Drawn as text,
 * so whatever it leaves in place is harmless.
 */
import { cleanText } from '@service/protocol';

export function readable(markdown: string): string {
  return (
    cleanText(markdown)
      // Bounded and without two ways to read one text: an answer of nothing but brackets must not stop the page.
      .replace(/!?\[([^[\]]{1,1000})\]\(([^()\s]{1,2048})(?:\s[^()]{0,500})?\)/g, '$1 ($2)')
      .replace(/^#{1,6} +/gm, '')
      .replace(/(\*\*|__)(?=\S)(.+?)\1/g, '$2')
      .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]+?)\1(?![\w*])/g, '$2')
      .replace(/^(\s*)[*-] /gm, '$1• ')
      .replace(/`([^`\n]+)`/g, '$1')
  );
}
