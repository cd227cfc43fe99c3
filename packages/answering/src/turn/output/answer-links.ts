/**
 * Which addresses an answer may carry. A model can be talked into anything by a text it reads, and an address is the way
 * out for what it knows: a picture that is fetched, a link with a visitor's words in its query. So an address is shown only
 * when the business itself wrote it, or when it leads to the business and carries nothing but a path that a title could have made.
 */
import { findAddresses } from '@service/protocol';

export interface AnswerLinks {
  /** True when the address may be shown as it is. */
  allows(address: string): boolean;
}

const ADDRESS = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"'`\])}]+/gi;
/** What a sentence puts behind an address. */
export const TRAILING = /(?<![.,;:!?*_])[.,;:!?*_]+$/;
/** Longer than this, or this random, and a query carries data. */
const QUERY_LENGTH = 64;
const PACKED = /[A-Za-z0-9+/_=%-]{24,}/;
/** The same of what a path says when it is decoded. Words of a title are shorter, or have hyphens between them. */
const PATH_LENGTH = 200;
const PACKED_PATH = /[A-Za-z0-9+=_]{32,}/;
const ADDRESS_LENGTH = 2_048;

/**
 * @param own texts that the business wrote: passages, their addresses, the operator's instructions.
 * @param origins origins of the business's own pages.
 * @param hosts further hosts that the operator allows; null: any, for an agent that knows more than we do.
 */
export function answerLinks(
  own: readonly string[],
  origins: readonly string[],
  hosts: readonly string[] | null,
): AnswerLinks {
  const written = new Set(own.flatMap(addressesIn));
  const known = hosts && new Set(hosts.map((host) => host.toLowerCase()));
  return {
    allows(address) {
      if (address.length > ADDRESS_LENGTH) return false;
      if (written.has(address)) return true;
      if (!/^https?:\/\/[^/\\]/i.test(address) || !URL.canParse(address)) return false;
      const url = new URL(address);
      if (url.username !== '' || url.password !== '') return false;
      if (!origins.includes(url.origin) && !(url.protocol === 'https:' && (known?.has(url.hostname) ?? true)))
        return false;
      const data = url.search + url.hash;
      return data.length <= QUERY_LENGTH && !PACKED.test(data) && !isPacked(url);
    },
  };
}

/** As they are written, and as screens see them end. */
function addressesIn(text: string): readonly string[] {
  const found = findAddresses(text, true).map(({ label }) => label.replace(/^www\./i, 'https://$&'));
  return [...found, ...(text.match(ADDRESS) ?? []).map((each) => each.replace(TRAILING, ''))];
}

/** Whether host or path carry more than a name: a host of any name may be the answerer's to choose. */
function isPacked({ hostname, pathname }: URL): boolean {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return true;
  }
  return path.length > PATH_LENGTH || PACKED_PATH.test(path) || PACKED_PATH.test(hostname) || hostname.length > 100;
}

/** The text in place of an address that is not allowed: its host, without the rest, and without what makes it a link. */
export function hostOf(address: string): string {
  const match = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@\s]*@)?([^/?#:\s]+)/i.exec(address);
  return (match?.[1] ?? '').replace(/^(?:www\.)+/i, '');
}
