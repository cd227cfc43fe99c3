import { type Address, cleanText, findAddresses } from '@service/protocol';
import { realHost } from './real-host.js';
import type { ContentLink, ContentNode } from './tree.js';

/** A visitor's own words: as written, with web and e-mail addresses made into links. Nothing else is interpreted. */
export function textWithLinks(text: string): readonly ContentNode[] {
  const cleaned = cleanText(text);
  const nodes: ContentNode[] = [];
  let from = 0;
  const addText = (to: number): void => {
    if (to > from) nodes.push({ type: 'text', text: cleaned.slice(from, to) });
  };
  for (const address of findAddresses(cleaned)) {
    addText(address.from);
    nodes.push(linkTo(address));
    from = address.to;
  }
  addText(cleaned.length);
  return nodes;
}

function linkTo({ link, label }: Address): ContentLink {
  const text = { type: 'text', text: label } as const;
  return { type: 'link', href: link.href, realHost: realHost(link, label), children: [text] };
}
