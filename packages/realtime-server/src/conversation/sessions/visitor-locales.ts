/**
 * The language of a visitor's chat, from their latest hello to this node. It is not stored: each hello states it. An
 * answerer that has no entry uses the language that the visitor writes in.
 */

import { MOST_REMEMBERED, putLast } from '../../runtime/shares/put-last.js';

export class VisitorLocales {
  /** By contact. */
  private readonly heard = new Map<string, string>();

  /** `locale`: a language tag as it came, or nothing. */
  note(contact: string, locale: string | undefined): void {
    if (locale === undefined) return;
    putLast(this.heard, contact, locale, MOST_REMEMBERED);
  }

  of(contact: string): string | null {
    return this.heard.get(contact) ?? null;
  }
}
