/** A visitor's own words: shown as written, with web addresses made into links. Nothing else is interpreted. */

import { cleanText } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import { Link } from './link.js';
import { safeLink } from './safe-link.js';

const ADDRESS = /https?:\/\/[^\s<>"]{1,2040}/gi;

export function PlainText({ text }: { readonly text: string }) {
  return <p class="plain">{withLinks(cleanText(text))}</p>;
}

function withLinks(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const found of text.matchAll(ADDRESS)) {
    // A full stop after an address ends the sentence, not the address.
    const address = found[0].replace(/[.,;:!?)\]}'’”]+$/, '');
    const link = safeLink(address);
    if (!link) continue;
    parts.push(text.slice(from, found.index), <Link link={link}>{address}</Link>);
    from = found.index + address.length;
  }
  parts.push(text.slice(from));
  return parts;
}
