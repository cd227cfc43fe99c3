/** Markdown as plain words, to be read out or quoted: without the addresses of links and the marks of emphasis. */
import { cleanText } from '@service/protocol';

export function stripMarkdown(markdown: string): string {
  return cleanText(markdown)
    .replace(/<br[ \t]*\/?>/gi, '\n')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(\*\*|__|`)/g, '');
}
