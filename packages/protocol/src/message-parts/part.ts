/**
 * What can stand under a message besides its words: answers to choose from, cards, and a form. On the wire and in the log
 * they are JSON text, so that a client which shows none carries none of their rules: the server checks them strictly where
 * they come in, and `readParts` reads them where they are shown.
 */
import type { Form } from './form.js';

/** A suggested answer. Choosing it sends it as a message of the visitor. */
export interface QuickReply {
  /** Text of the button. */
  readonly label: string;
  /** Text of the message. Default: the label. */
  readonly text?: string;
}

/** A link on a card. */
export interface CardLink {
  /** Text of the link. */
  readonly label: string;
  /** `https:`, `mailto:` or `tel:`, by the same rule as a link in Markdown. */
  readonly url: string;
}

/** What a message can carry below its text. */
export type Part =
  /** Removed once anything was sent after it. */
  | { readonly type: 'quick-replies'; readonly replies: readonly QuickReply[] }
  | { readonly type: 'card'; readonly title: string; readonly text?: string; readonly links?: readonly CardLink[] }
  | Form;
