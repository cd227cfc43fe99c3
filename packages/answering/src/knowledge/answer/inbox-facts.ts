/** What the settings of an inbox say by themselves: when people answer, how else the business is reached, in which languages. */
import type { BusinessHours, Weekday } from '@service/protocol';

/** Plain data, so that it can be passed to another thread. */
export interface InboxFacts {
  /** In the operator's own words. */
  readonly hours: string | null;
  readonly opening: BusinessHours | null;
  /** Other ways to reach the business, in its own words. */
  readonly contact: string | null;
}

export const NO_FACTS: InboxFacts = { hours: null, opening: null, contact: null };

export type AskedFact = 'hours' | 'contact' | 'languages';

const HOURS =
  /\b(?:opening (?:hours|times)|business hours|office hours|(?:what|which|until what) (?:time|hours?|days?)\b.{0,20}\b(?:open|close|closed|available)|when (?:are|do|is|does) (?:you|the \p{L}+)\b.{0,16}\b(?:open|close|available)|(?:are|is) (?:you|the \p{L}+) (?:still )?(?:open|closed)|how (?:late|long) are you open|(?:öffnungs|offnungs|sprech|geschäfts)zeiten|(?:wann|wie lange|bis wann|ab wann)\b.{0,30}\b(?:offen|geöffnet|auf|zu|schlie(?:ß|ss)t|öffnet|erreichbar)|(?:seid|habt|haben|sind) (?:ihr|sie)\b.{0,30}\b(?:offen|geöffnet)|horaires?|heures? d['’]ouverture|(?:êtes|etes)-vous ouverts?|(?:quand|à quelle heure)\b.{0,25}\b(?:ouvr|ferm)\p{L}*|horarios?|a qué hora (?:abren|cierran)|cuándo (?:abren|cierran)|horário|que horas (?:abre|fecha)\p{L}*)(?!\p{L})|ساعات العمل|営業時間|何時まで|何時から|定休日|营业时间|几点(?:开|关)门/iu;
const CONTACT =
  /\b(?:(?:your|the) (?:phone|telephone|contact|e-?mail)(?: (?:number|address|details|info))?|how (?:can|do) i (?:contact|reach|call|email|phone) (?:you|someone)|(?:eure|ihre|deine)\w* (?:telefonnummer|e-?mail|nummer|adresse)|wie (?:erreiche|kontaktiere) ich (?:euch|sie)|(?:votre|vos) (?:numéro|adresse|coordonnées|e-?mail|téléphone)|comment vous (?:contacter|joindre)|cómo (?:puedo )?contactar\p{L}*|como (?:posso )?(?:entrar em contato|contatar))(?!\p{L})|お問い合わせ先|連絡先|电话号码|联系方式|رقم الهاتف/iu;
const LANGUAGES =
  /\b(?:(?:which|what) languages? (?:do|can) (?:you|i)|do you speak|can i write in|welche sprachen|(?:sprecht|sprechen) (?:ihr|sie)|quelles langues|parlez-vous|qué idiomas|(?:hablan|habla) (?:usted )?|quais idiomas|vocês falam)(?!\p{L})|何語|对话语言/iu;

/** Which of them a question asks for. */
export function askedFact(question: string): AskedFact | null {
  if (HOURS.test(question)) return 'hours';
  if (CONTACT.test(question)) return 'contact';
  return LANGUAGES.test(question) ? 'languages' : null;
}

const DAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** 2024-01-01 was a Monday. */
const nameOf = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + day));

/** The week's hours, one line for each run of days with the same hours, closed days too. */
export function weekLines({ weekly }: BusinessHours, locale: string, closed: string): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < DAYS.length; ) {
    const hours = weekly[DAYS[from] as Weekday] ?? [];
    let to = from;
    while (to + 1 < DAYS.length && (weekly[DAYS[to + 1] as Weekday] ?? []).join() === hours.join()) to += 1;
    const days = from === to ? nameOf(from, locale) : `${nameOf(from, locale)} – ${nameOf(to, locale)}`;
    const times = hours.map((each) => each.replace('-', '–')).join(', ');
    lines.push(`- ${days}: ${times || closed}`);
    from = to + 1;
  }
  return lines;
}

export function languageNames(codes: readonly string[], locale: string): string {
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  return new Intl.ListFormat(locale).format(codes.map((code) => names.of(code) ?? code));
}
