import { cleanText, safeLink } from '@service/protocol';
import type { ContentNode } from './tree.js';

const ADDRESS = /https?:\/\/[^\s<>"]{1,2040}/gi;

/** What a sentence puts behind an address. */
const SENTENCE_END = ".,;:!?)]}'’”";

function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0 && SENTENCE_END.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** A visitor's own words: as written, with web addresses made into links. Nothing else is interpreted. */
export function textWithLinks(text: string): readonly ContentNode[] {
  const cleaned = cleanText(text);
  const nodes: ContentNode[] = [];
  let from = 0;
  for (const found of cleaned.matchAll(ADDRESS)) {
    // A full stop after an address ends the sentence, not the address.
    const address = withoutEnd(found[0]);
    const link = safeLink(address);
    if (!link) continue;
    nodes.push({ type: 'text', text: cleaned.slice(from, found.index) });
    nodes.push({ type: 'link', href: link.href, realHost: null, children: [{ type: 'text', text: address }] });
    from = found.index + address.length;
  }
  nodes.push({ type: 'text', text: cleaned.slice(from) });
  return nodes;
}
