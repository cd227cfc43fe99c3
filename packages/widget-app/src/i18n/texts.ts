/**
 * Every text of the widget by name, and how a language's catalogue becomes what the components say. A catalogue is words
 * and sentences only; the rules for counted things and for failures are here, once.
 */
import type { ConsentLocale } from '@service/protocol';

type Plain =
  | 'openChat'
  | 'closeChat'
  | 'message'
  | 'placeholder'
  | 'send'
  | 'stop'
  | 'emoji'
  | 'attach'
  | 'quickReplies'
  | 'dropFiles'
  | 'filesToSend'
  | 'fileWaiting'
  | 'menu'
  | 'search'
  | 'sound'
  | 'assistant'
  | 'you'
  | 'conversation'
  | 'connecting'
  | 'reconnecting'
  | 'offline'
  | 'memoryOnly'
  | 'answersWithAi'
  | 'waitingForPerson'
  | 'withPerson'
  | 'closed'
  | 'sending'
  | 'sent'
  | 'newConversation'
  | 'startNew'
  | 'conversations'
  | 'back'
  | 'noConversations'
  | 'downloadText'
  | 'downloadJson'
  | 'downloadFailed'
  | 'erase'
  | 'eraseQuestion'
  | 'eraseDetail'
  | 'eraseNow'
  | 'erasePending'
  | 'cancel'
  | 'withdraw'
  | 'withdrawn'
  | 'delivered'
  | 'read'
  | 'goodAnswer'
  | 'badAnswer'
  | 'retry'
  | 'discard'
  | 'thinking'
  | 'answerStopped'
  | 'answerFailed'
  | 'sources'
  | 'openSource'
  | 'talkToPerson'
  | 'personRequested'
  | 'personSoon'
  | 'backToAssistant'
  | 'assistantBack'
  | 'conversationClosed'
  | 'newMessages'
  | 'jumpToLatest'
  | 'loadOlder'
  | 'suggested'
  | 'copy'
  | 'copied'
  | 'consentTitle'
  | 'privacy'
  | 'agree'
  | 'decline'
  | 'declined'
  | 'poweredBy'
  | 'today'
  | 'yesterday';
type Named =
  | 'aiAuthor'
  | 'withNamedPerson'
  | 'typing'
  | 'personHours'
  | 'personAccepted'
  | 'defaultGreeting'
  | 'removeFile'
  | 'retryFile'
  | 'openFile'
  | 'saveFile';
type Counted = 'jumpToNew' | 'unread' | 'charactersLeft' | 'tooLong';

/** A form for each category of numbers that the language has; `#` stands for the number. */
export type Forms = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** Failures that a visitor can do something about. */
type Advised =
  | 'too_large'
  | 'conversation_closed'
  | 'outbox_full'
  | 'expired'
  | 'file_empty'
  | 'file_too_large'
  | 'file_type'
  | 'file_unreadable'
  | 'image_too_large'
  | 'too_many_files'
  | 'upload_quota'
  | 'file_gone';

interface Words extends Readonly<Record<Plain, string>>, Readonly<Record<Named, (inserted: string) => string>> {
  /** Names the catalogue, and with it the wording of the consent that was read. */
  readonly language: ConsentLocale;
  readonly dir: 'ltr' | 'rtl';
  readonly source: (number: number, title: string) => string;
  /** `detail` is the server's own sentence, which is English: other languages leave it out. */
  readonly stopped: (detail: string) => string;
  /** This inbox serves only visitors whom the site knows. */
  readonly signInFirst: string;
  /** The site vouched for the visitor, and was not believed. */
  readonly signInFailed: string;
}

/** What a language's file holds. It imports nothing: what two lazy files share would become one more file to wait for. */
export interface Catalogue extends Words, Readonly<Record<Counted, Forms>> {
  /** `lead` says that a message was not sent; the others say what to do. English takes the contract's own sentences. */
  readonly failed: { readonly lead: string } & { readonly [Code in Advised]?: string };
}

/** What the components get. */
export interface Texts extends Words, Readonly<Record<Counted, (count: number) => string>> {
  /** For dates and numbers: the language of the words, in the visitor's own country when that is known. */
  readonly locale: string;
  /** Why a message was not sent. `english` is the contract's own sentence for the code. */
  readonly failed: (code: string, english: string) => string;
  /** The same without saying that it is about a message. */
  readonly advice: (code: string, english: string) => string;
}

export function textsOf(catalogue: Catalogue, locale: string): Texts {
  const { language, failed } = catalogue;
  // Which form a number takes is the language's rule: Arabic has six, Japanese one.
  const rules = new Intl.PluralRules(language);
  const counted =
    (forms: Forms) =>
    (count: number): string =>
      (forms[rules.select(count)] ?? forms.other).replace('#', new Intl.NumberFormat(locale).format(count));
  // A code may be one that this widget doesn’t know, and be called anything.
  const adviceOn = (code: string, english: string): string | undefined =>
    language === 'en' ? english : Object.hasOwn(failed, code) ? failed[code as Advised] : undefined;
  return {
    ...catalogue,
    locale,
    jumpToNew: counted(catalogue.jumpToNew),
    unread: counted(catalogue.unread),
    charactersLeft: counted(catalogue.charactersLeft),
    tooLong: counted(catalogue.tooLong),
    failed: (code, english) => [failed.lead, adviceOn(code, english)].filter(Boolean).join(' '),
    advice: (code, english) => adviceOn(code, english) ?? failed.lead,
  };
}
