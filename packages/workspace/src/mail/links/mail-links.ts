/** The links of a mail that lead to us: the picture that shows it was opened, a link that is counted, and the end of a topic. */
import { MAIL_PATH } from '../../contract/paths.js';
import { TOPICS, type Topic } from '../mailer.js';
import type { MailKey } from './mail-key.js';

export type MailLink =
  | { readonly kind: 'open'; readonly mailId: string }
  | { readonly kind: 'click'; readonly mailId: string; readonly target: string }
  | { readonly kind: 'unsubscribe'; readonly userId: string; readonly topic: Topic };

export interface MailLinks {
  open(mailId: string): string;
  /**
   * `target`: an absolute address. What follows its `#` stays there and is not signed: it can be a secret, which a browser carries
   * over to where it is sent and never shows to a server.
   */
  click(mailId: string, target: string): string;
  /** Of the person and not of the mail, so that it works after the mail is forgotten. */
  unsubscribe(userId: string, topic: Topic): string;
  /** What this address means; null: we never made it. */
  read(address: string): MailLink | null;
}

const SIGNATURE_BYTES = 32;
const ADDRESS = new RegExp(`^${MAIL_PATH}/(open|click|unsubscribe)/([\\w-]{1,80})(?:/([a-z]{1,40}))?/([\\w-]{43})$`);

/** `publicUrl`: as browsers reach the console. */
export function mailLinks(key: MailKey, publicUrl: string): MailLinks {
  const address = (kind: MailLink['kind'], path: readonly string[], target: readonly string[] = []): string =>
    [publicUrl + MAIL_PATH, kind, ...path, key.sign(kind, [...path, ...target]).toString('base64url')].join('/');
  return {
    open: (mailId) => address('open', [mailId]),
    click(mailId, target) {
      const url = new URL(target);
      const { hash } = url;
      url.hash = '';
      return `${address('click', [mailId], [url.href])}?to=${encodeURIComponent(url.href)}${hash}`;
    },
    unsubscribe: (userId, topic) => address('unsubscribe', [userId, topic]),
    read(written) {
      const url = new URL(written);
      const [, kind, id, topic, signed] = ADDRESS.exec(url.pathname) ?? [];
      if (kind === undefined || id === undefined || signed === undefined) return null;
      const link = linkOf(kind, id, topic, url.searchParams.get('to'));
      if (!link) return null;
      const signature = Buffer.from(signed, 'base64url');
      return key.isSigned(link.kind, partsOf(link), signature, SIGNATURE_BYTES) ? link : null;
    },
  };
}

function linkOf(kind: string, id: string, topic: string | undefined, target: string | null): MailLink | null {
  if (kind === 'unsubscribe') {
    const known = TOPICS.find((each) => each === topic);
    return known ? { kind, userId: id, topic: known } : null;
  }
  if (topic !== undefined) return null;
  if (kind === 'open') return { kind, mailId: id };
  return kind === 'click' && target !== null ? { kind, mailId: id, target } : null;
}

function partsOf(link: MailLink): readonly string[] {
  switch (link.kind) {
    case 'open':
      return [link.mailId];
    case 'click':
      return [link.mailId, link.target];
    case 'unsubscribe':
      return [link.userId, link.topic];
  }
}
