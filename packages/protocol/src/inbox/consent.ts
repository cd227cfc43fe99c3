/**
 * The sentence a visitor agrees to, in every language it is published in. Whoever shows it and whoever records it both read
 * it here: a hash that belongs to another sentence than the one on the screen would prove nothing.
 */

/** Everything that gates a session is one sentence, with the business's name in it. */
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
} as const satisfies Readonly<Record<string, (business: string) => string>>;

/** A language that the wording exists in. */
export type ConsentLocale = keyof typeof WORDINGS;
export const CONSENT_LOCALES = Object.keys(WORDINGS) as readonly ConsentLocale[];

/** The wording for this business; `locale` is one of `CONSENT_LOCALES`. */
export function consentText(businessName: string, locale: ConsentLocale = 'en'): string {
  return WORDINGS[locale](businessName);
}
