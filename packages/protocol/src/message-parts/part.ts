/**
 * What can stand under a message besides its words: answers to choose from, cards, and a form. On the wire and in the log
 * they are JSON text, so that a client which shows none carries none of their rules: the server checks them strictly where
 * they come in, and `readParts` reads them where they are shown.
 */
import type { Form } from './form.js';

/** An answer to choose: said by the visitor as if they had typed it. */
export interface QuickReply {
  /** What stands on the button. */
  readonly label: string;
  /** What is said. Default: the label. */
  readonly text?: string;
}

/** A link on a card. */
export interface CardLink {
  /** What stands on it. */
  readonly label: string;
  /** `https:`, `mailto:` or `tel:`, by the same rule as a link in Markdown. */
  readonly url: string;
}

/** What stands under a message besides its words. */
export type Part =
  /** Gone once somebody has said something after it. */
  | { readonly type: 'quick-replies'; readonly replies: readonly QuickReply[] }
  | { readonly type: 'card'; readonly title: string; readonly text?: string; readonly links?: readonly CardLink[] }
  | Form;
