/**
 * The language of a visitor's chat, from their latest hello to this node. It is not stored: each hello states it. An
 * answerer that has no entry uses the language that the visitor writes in.
 */

/** Enough for everybody who is connected to a node; beyond it, who came first is forgotten first. */
const MOST = 25_000;

export class VisitorLocales {
  /** By contact. */
  private readonly heard = new Map<string, string>();

  /** `locale`: a language tag as it came, or nothing. */
  note(contact: string, locale: string | undefined): void {
    if (locale === undefined) return;
    this.heard.delete(contact);
    this.heard.set(contact, locale);
    if (this.heard.size > MOST) this.heard.delete(this.heard.keys().next().value as string);
  }

  of(contact: string): string | null {
    return this.heard.get(contact) ?? null;
  }
}
