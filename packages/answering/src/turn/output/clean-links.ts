/** Drops pictures and turns the links that the policy does not allow into plain words. */
import { findAddresses } from '@service/protocol';
import { type AnswerLinks, hostOf, TRAILING } from './answer-links.js';

/** Allowed links are marked with private-use characters, so that no later pass reads them again. */
export function cleanLinks(text: string, links: AnswerLinks): string {
  return cleanAddresses(cleanAutolinks(cleanBrackets(text, links), links), links)
    .replace(/\uE000([^\uE000-\uE002]*)\uE001([^\uE000-\uE002]*)\uE002/g, '[$1]($2)')
    .replace(/[\uE000-\uE002]/g, '');
}

/** From the inside out, because a picture may be the text of a link. */
function cleanBrackets(text: string, links: AnswerLinks): string {
  let clean = text;
  for (let depth = 0; depth < 4; depth++) {
    const before = clean;
    clean = clean.replace(/!\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])?/g, '$1').replace(
      // Nothing can be taken by two parts of it, or a link without an end would be tried in all the ways to divide it.
      /(^|[^!])\[([^[\]]*)\]\(\s*(?!\s)<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)(?:[\s<>][^()]*)?\)/g,
      (_all, first: string, label: string, to: string) =>
        links.allows(to) ? `${first}\uE000${label}\uE001${to}\uE002` : `${first}${label}`,
    );
    if (clean === before) break;
  }
  return clean;
}

/** The beginning of an address: a host that comes behind it would make it whole. */
const BEGUN = /(?<!\/)(?:\b[a-z][a-z0-9+.-]{0,20}:)?\/{2,}$/i;

/** What screens make links of, up to where they see it end. A bare e-mail address shows and carries nothing but itself. */
function cleanAddresses(text: string, links: AnswerLinks): string {
  let clean = '';
  let at = 0;
  for (const { from, to, label, link } of findAddresses(text, true)) {
    const address = link.host === null || /^https?:/i.test(label) ? label : `https://${label}`;
    const isAllowed = link.host === null || text[from - 1] === '\uE001' || links.allows(address);
    const before = cleanOthers(text.slice(at, from), links);
    clean += isAllowed ? before + text.slice(from, to) : before.replace(BEGUN, '') + hostOf(address);
    at = to;
  }
  return clean + cleanOthers(text.slice(at), links);
}

/** Addresses that no screen makes a link of, but a reader might follow. */
function cleanOthers(text: string, links: AnswerLinks): string {
  return text.replace(
    /(\uE001?)((?:[a-z][a-z0-9+.-]{1,20}:)?\/\/[^\s<>"'`()[\]\uE000-\uE002]+)/gi,
    (all, mark: string, address: string) => {
      if (mark !== '') return all;
      const trailing = TRAILING.exec(address)?.[0] ?? '';
      const bare = address.slice(0, address.length - trailing.length);
      if (links.allows(bare)) return all;
      // `//` without a dot behind it is a comment in code, not an address.
      return /^\/\/[^.]*$/.test(bare) ? all : hostOf(bare) + trailing;
    },
  );
}

/** `<mailto:…>` is a link too. */
function cleanAutolinks(text: string, links: AnswerLinks): string {
  return text.replace(/<([a-z][a-z0-9+.-]{1,30}:[^\s<>]*)>/gi, (all, address: string) => {
    if (links.allows(address)) return all;
    return hostOf(address) || address.replace(/^[^:]*:|[?#].*/gs, '');
  });
}
