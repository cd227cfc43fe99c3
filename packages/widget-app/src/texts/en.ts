/** Every word the widget says, in English. Other languages are files of the same type, so that none can miss a text. */
import type { ConsentLocale, RequestErrorCode } from '@service/protocol';
import { counted } from './counted.js';

/** What a text with something in it is made of. */
type Given = string | number;

const words = {
  openChat: 'Open chat',
  closeChat: 'Close chat',
  notEmbedded: 'This page belongs inside a website’s chat.',
  message: 'Message',
  placeholder: 'Write a message…',
  send: 'Send',
  stop: 'Stop',
  emoji: 'Emoji',
  menu: 'Menu',
  sound: 'Sound for new messages',
  assistant: 'Assistant',
  you: 'You',
  conversation: 'Conversation',
  connecting: 'Connecting…',
  reconnecting: 'Reconnecting… What you write is kept and will be sent.',
  offline: 'You are offline. What you write is kept and will be sent.',
  /** `detail` is the server's own sentence, which is English: other languages leave it out. */
  stopped: (detail: string) => `The chat can’t be reached here. ${detail}`,
  memoryOnly: 'This browser keeps no data for the chat: it is forgotten when the page closes.',
  answersWithAi: 'AI assistant',
  aiAuthor: (name: string) => `${name} · AI`,
  waitingForPerson: 'Waiting for a person',
  withPerson: 'You are talking to a person',
  withNamedPerson: (name: string) => `You are talking to ${name}`,
  closed: 'This conversation is closed',
  sending: 'Sending…',
  sent: 'Sent',
  /** Why a message failed. `english` is the contract's own sentence for the code. */
  failed: (_code: RequestErrorCode, english: string) => `Not sent. ${english}`,
  retry: 'Try again',
  discard: 'Discard',
  typing: (name: string) => `${name} is writing`,
  thinking: 'Thinking',
  answerStopped: 'Stopped',
  answerFailed: 'This answer could not be finished.',
  sources: 'Sources',
  source: (number: number, title: string) => `Source ${number}: ${title}`,
  openSource: 'Read the article',
  talkToPerson: 'Talk to a person',
  personRequested: 'You asked for a person',
  personHours: (hours: string) => `Somebody will answer here. People answer ${hours}.`,
  personSoon: 'Somebody will answer here. You can leave the page and come back.',
  personAccepted: (name: string) => `${name} joined`,
  backToAssistant: 'Back to the assistant',
  assistantBack: 'The assistant answers again',
  conversationClosed: 'The conversation was closed',
  newMessages: 'New',
  jumpToLatest: 'Jump to the latest message',
  jumpToNew: counted('en', {
    one: 'Jump to the latest message, # new message',
    other: 'Jump to the latest message, # new messages',
  }),
  loadOlder: 'Show earlier messages',
  suggested: 'Suggested questions',
  unread: counted('en', { one: '# unread message', other: '# unread messages' }),
  charactersLeft: counted('en', { one: '# character left', other: '# characters left' }),
  tooLong: counted('en', { one: '# character too long', other: '# characters too long' }),
  copy: 'Copy',
  copied: 'Copied',
  consentTitle: 'Before we start',
  privacy: 'Privacy policy',
  agree: 'Agree and continue',
  decline: 'Decline',
  declined: 'Without your agreement the chat stays off. Nothing was stored or sent.',
  poweredBy: 'Powered by Service',
  today: 'Today',
  yesterday: 'Yesterday',
  defaultGreeting: (business: string) => `Hello. Ask anything about ${business}.`,
};

type Words = {
  readonly [Key in keyof typeof words]: (typeof words)[Key] extends (...args: infer Args extends Given[]) => string
    ? (...args: Args) => string
    : string;
};

/** A catalogue: the words, and how they are written. */
export interface Texts extends Words {
  /** Names the catalogue, and with it the wording of the consent that was read. */
  readonly language: ConsentLocale;
  /** For dates and numbers: the catalogue's language, in the visitor's own country when that is known. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
}

export const en: Texts = { language: 'en', locale: 'en', dir: 'ltr', ...words };
