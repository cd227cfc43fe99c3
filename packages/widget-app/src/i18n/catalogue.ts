/** The type of a language's catalogue: words and sentences only. texts.ts and topics.ts have the rules for counts and failures. */
import type { Locale } from '@service/protocol';

type Plain =
  | 'openChat'
  | 'closeChat'
  | 'message'
  | 'placeholder'
  | 'send'
  | 'stop'
  | 'emoji'
  | 'attach'
  | 'menu'
  | 'sound'
  | 'conversation'
  | 'connecting'
  | 'reconnecting'
  | 'offline'
  | 'answersWithAi'
  | 'sending'
  | 'withdraw'
  | 'withdrawn'
  | 'suggested'
  | 'consentTitle'
  | 'privacy'
  | 'agree'
  | 'decline'
  | 'declined'
  | 'poweredBy';
type Named = 'defaultGreeting';
export type Counted = 'unread' | 'charactersLeft' | 'tooLong';

/** A form for each category of numbers that the language has; `#` is replaced by the number. */
export type Forms = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** Failures with advice for the visitor. */
export type Advised =
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
  | 'message_quota'
  | 'file_gone';

/** The part of a catalogue that components use unchanged. */
export interface Words extends Readonly<Record<Plain, string>>, Readonly<Record<Named, (inserted: string) => string>> {
  /** Also the language of the consent that the visitor reads. */
  readonly language: Locale;
  readonly dir: 'ltr' | 'rtl';
  /** The rest of the language's texts. */
  readonly loadTopics: () => Promise<{ readonly topics: Topics }>;
}

/** What the panel says before there is a conversation: `i18n/<language>.ts`. */
export interface Catalogue extends Words, Readonly<Record<Counted, Forms>> {}

/** The page's tools. */
export interface ToolTexts {
  readonly confirm: string;
  readonly cancel: string;
  /** Below the question: the assistant asks, and nothing has happened yet. */
  readonly asks: string;
  /** For an action that can't be undone. */
  readonly final: string;
  readonly details: string;
  readonly yes: string;
  readonly no: string;
  readonly answering: string;
  readonly running: string;
  readonly done: string;
  readonly denied: string;
  readonly expired: string;
  readonly superseded: string;
  readonly notDone: string;
  readonly failed: string;
  readonly unknown: string;
}

export interface FormTexts {
  readonly send: string;
  readonly optional: string;
  /** Below every form: a chat is no place for secrets. */
  readonly noSecrets: string;
  readonly sending: string;
  readonly answered: string;
  readonly over: string;
  /** A field above has a problem. */
  readonly check: string;
  readonly required: string;
  readonly tick: string;
  readonly choose: string;
  readonly email: string;
  readonly number: string;
  readonly tooLong: (most: string) => string;
  readonly atLeast: (least: string) => string;
  readonly atMost: (most: string) => string;
}

export interface SearchTexts {
  readonly label: string;
  readonly clear: string;
  readonly hint: string;
  readonly searching: string;
  readonly nothing: string;
  readonly found: (count: string) => string;
  /** There are older results. */
  readonly more: string;
  readonly failed: string;
  /** Before a message of another conversation than the open one. */
  readonly elsewhere: string;
}

/** For a visitor who waits for a person. */
export interface QueueTexts {
  readonly inLine: (place: string) => string;
  readonly next: string;
  /** No person is signed in. Promises only what is true: the message and the place in the queue stay. */
  readonly noOneAvailable: string;
}

export interface BusinessHoursTexts {
  readonly open: string;
  /** `when` is in the visitor's own time zone; the sentence says so. */
  readonly openUntil: (when: string) => string;
  readonly closed: string;
  readonly closedUntil: (when: string) => string;
  /** What happens to a message sent outside business hours. Promises only what is true. */
  readonly stays: string;
}

type ConversationPlain =
  | 'waitingForPerson'
  | 'withPerson'
  | 'closed'
  | 'quickReplies'
  | 'dropFiles'
  | 'filesToSend'
  | 'fileWaiting'
  | 'assistant'
  | 'you'
  | 'memoryOnly'
  | 'sent'
  | 'startNew'
  | 'back'
  | 'noConversations'
  | 'eraseQuestion'
  | 'eraseDetail'
  | 'eraseNow'
  | 'erasePending'
  | 'notReached'
  | 'cancel'
  | 'delivered'
  | 'read'
  | 'goodAnswer'
  | 'badAnswer'
  | 'copyAnswer'
  | 'askAgain'
  | 'retry'
  | 'discard'
  | 'thinking'
  | 'answerStopped'
  | 'answerFailed'
  | 'downloadFailed'
  | 'newConversation'
  | 'conversations'
  | 'search'
  | 'downloadText'
  | 'downloadJson'
  | 'erase'
  | 'sources'
  | 'openSource'
  | 'talkToPerson'
  | 'personRequested'
  | 'personSoon'
  | 'backToAssistant'
  | 'assistantBack'
  | 'conversationClosed'
  | 'paused'
  | 'newMessages'
  | 'jumpToLatest'
  | 'loadOlder'
  | 'copy'
  | 'copied'
  | 'copyFailed'
  | 'today'
  | 'yesterday';
type ConversationNamed =
  | 'withNamedPerson'
  | 'aiAuthor'
  | 'typing'
  | 'personHours'
  | 'personAccepted'
  | 'removeFile'
  | 'retryFile'
  | 'openFile'
  | 'saveFile';

/** For a conversation, and what can be done with it. */
export interface ConversationWords
  extends Readonly<Record<ConversationPlain, string>>,
    Readonly<Record<ConversationNamed, (inserted: string) => string>> {
  readonly source: (number: number, title: string) => string;
  /** `detail` is the server's own sentence, which is English: other languages leave it out. */
  readonly stopped: (detail: string) => string;
  /** This inbox serves only visitors whom the site has signed in. */
  readonly signInFirst: string;
  /** The site identified the visitor, but the server refused its token. */
  readonly signInFailed: string;
  readonly tools: ToolTexts;
  readonly form: FormTexts;
  readonly searchView: SearchTexts;
  readonly queue: QueueTexts;
  readonly hours: BusinessHoursTexts;
}

/** Texts that only a conversation needs. Exported separately by each language, because the panel opens without them. */
export interface Topics extends ConversationWords {
  readonly jumpToNew: Forms;
  /** `lead`: a message was not sent. The others explain what to do. English uses the messages of @service/protocol. */
  readonly failed: { readonly lead: string } & { readonly [Code in Advised]?: string };
}
