/** Markdown that is read as plain words, or read out: where its links lead and what it stresses would only disturb. */
import { cleanText } from '@service/protocol';

export function stripMarkdown(markdown: string): string {
  return cleanText(markdown)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)/g, '');
}
