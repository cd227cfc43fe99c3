/**
 * In which language a visitor's chat speaks, as their latest greeting to this node said. Not kept: they say it whenever they
 * connect, and whoever answers without having heard it goes by the language they write in.
 */

/** Enough for everybody who is connected to a node; beyond it, who came first is forgotten first. */
const MOST = 50_000;

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
