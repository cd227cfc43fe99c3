/**
 * The sentence that a visitor agrees to, in every language. The screen that shows it and the server that records the consent
 * both read it here: a hash of any other sentence would prove nothing.
 */
import type { ConsentGrant } from '../frames/client.js';
import type { PublicInbox } from '../inbox/public-inbox.js';
import { chooseLanguage, LOCALES, type Locale } from './locales.js';
import type { ConsentTexts } from './own-texts.js';

const WORDINGS = {
  en: (business: string) =>
    `This chat is answered by an AI assistant and by people of ${business}. What you write is stored so that it can be answered.`,
  de: (business: string) =>
    `In diesem Chat antworten ein KI-Assistent und Menschen von ${business}. Was Sie schreiben, wird gespeichert, damit es beantwortet werden kann.`,
  fr: (business: string) =>
    `Dans ce chat, un assistant IA et des personnes de ${business} vous répondent. Ce que vous écrivez est enregistré afin que l’on puisse y répondre.`,
  es: (business: string) =>
    `En este chat responden un asistente de IA y personas de ${business}. Lo que escriba se guarda para poder responderle.`,
  'pt-BR': (business: string) =>
    `Neste chat, quem responde são um assistente de IA e pessoas de ${business}. O que você escreve é armazenado para que possa ser respondido.`,
  ar: (business: string) =>
    `يجيب في هذه المحادثة مساعد ذكاء اصطناعي وأشخاص من ${business}. يُحفَظ ما تكتبه لكي يمكن الرد عليه.`,
  ja: (business: string) =>
    `このチャットでは、AIアシスタントと${business}の担当者がお答えします。入力された内容は、お答えするために保存されます。`,
  'zh-Hans': (business: string) =>
    `此聊天由 AI 助手和 ${business} 的工作人员答复。您输入的内容会被保存，以便给您答复。`,
} as const satisfies Readonly<Record<Locale, (business: string) => string>>;

/** The wording of this business: its own in that language, else ours with its name. */
export function consentText(businessName: string, locale: Locale = 'en', own: ConsentTexts = {}): string {
  return own[locale] ?? WORDINGS[locale](businessName);
}

/** Every wording the server accepts now. */
export function publishedConsents({ consent }: PublicInbox): readonly ConsentGrant[] {
  const { version, textHash, locale } = consent;
  const others = Object.entries(consent.wordings ?? {});
  return [
    { version, textHash, locale },
    ...others.map(([other, hash]) => ({ version, textHash: hash, locale: other })),
  ];
}

/**
 * What a visitor who reads `language` is asked to agree to. If the server publishes no wording in it, the inbox's own
 * wording is shown and recorded.
 */
export function offeredConsent(inbox: PublicInbox, language: Locale): ConsentGrant & { locale: Locale } {
  const grants = publishedConsents(inbox);
  const fits = (wanted: Locale) => grants.find(({ locale }) => locale === wanted);
  const { version, textHash } = fits(language) ?? inbox.consent;
  return { version, textHash, locale: fits(language) ? language : 'en' };
}

/**
 * The sentence to show, and the grant to hand to the client's `consent` when the visitor has agreed to it by a click of
 * their own. `wishes` are language tags in order of preference (`navigator.languages`); English when none is published. Never
 * throws.
 */
export function consentWording(
  inbox: PublicInbox,
  wishes: readonly string[] = [],
): { readonly text: string; readonly grant: ConsentGrant & { locale: Locale } } {
  const grant = offeredConsent(inbox, chooseLanguage(wishes, LOCALES).language);
  return { text: consentText(inbox.name, grant.locale, inbox.consent.texts), grant };
}
