/** Temporary states: open menus and dialogs, new messages, loading, and problems with the connection. */
import { ANNA, assistantAnswer, exampleConversation, LONG, minute, person, visitorMessage } from './entries.js';
import type { GalleryState } from './gallery-state.js';

const DAY = 24 * 60;
/** Longer than the delay of the banner. */
const BANNER_MS = 1_700;

const read = exampleConversation();
const readUpTo = read.at(-1)?.seq ?? 0;
const longMessage =
  'We looked at your boots this morning. The sole can be glued and sewn again, and the heel gets a new cap. ' +
  'It takes about ten working days, and we write to you when they leave the workshop.';
const news = (): GalleryState => ({
  settlesMs: 200,
  chat: {
    handledBy: 'human',
    unread: 4,
    readUpTo,
    timeline: [
      ...read,
      person('Good morning, Anna here. Your parcel has arrived.'),
      person(longMessage),
      person(`${longMessage} ${longMessage} ${longMessage}`),
      person(`${longMessage}\n\n${longMessage}\n\n${longMessage}\n\n${longMessage}`),
    ].map((entry) => (entry.type === 'person' ? { ...entry, at: minute(DAY) + entry.at - minute(0) } : entry)),
  },
});

const PROMPT_INPUT = ['prompt-input'] as const;
const ARABIC = { language: 'ar', theme: { headerTitle: 'متجر هافن' } } as const;

export const MOMENTS: Readonly<Record<string, GalleryState>> = {
  menu: { does: 'opens-menu', chat: { timeline: exampleConversation() } },
  'menu-rtl': { does: 'opens-menu', ...ARABIC, chat: { timeline: [visitorMessage('هل يمكنني إرجاع حذاء؟')] } },
  emoji: { does: 'opens-emoji', chat: { timeline: exampleConversation() } },
  dropping: { does: 'drags-files', chat: { timeline: exampleConversation() } },
  news: news(),
  /** The draft takes half of the transcript's height. */
  'news-draft': { ...news(), panel: { draft: 'Could you please also look at the other one? '.repeat(20) } },
  older: {
    chat: {
      hasOlder: true,
      timeline: [
        { ...visitorMessage('Do you repair zips?'), at: minute(-DAY) },
        { ...assistantAnswer('Yes, also of other brands.'), at: minute(-DAY + 1) },
        visitorMessage('Great, thank you.'),
      ],
    },
  },
  loading: { panel: { live: 'loaded' }, chat: { connection: 'connecting', loaded: false }, settlesMs: BANNER_MS },
  reconnecting: { chat: { connection: 'reconnecting', timeline: exampleConversation() }, settlesMs: BANNER_MS },
  unreachable: {
    settlesMs: BANNER_MS,
    chat: {
      connection: 'closed',
      timeline: exampleConversation(),
      problem: { code: 'inbox_unavailable', message: 'This chat does not exist, or this page may not show it.' },
    },
  },
  'memory-only': { chat: { storage: 'memory', timeline: exampleConversation() }, settlesMs: BANNER_MS },
  'sign-in': {
    chat: {
      connection: 'closed',
      problem: { code: 'identity_required', message: 'This inbox is for signed-in visitors.' },
    },
  },
  'sign-in-lapsed': {
    settlesMs: BANNER_MS,
    chat: {
      connection: 'closed',
      timeline: exampleConversation(),
      problem: { code: 'identity_invalid', message: 'The token could not be confirmed.' },
    },
  },
  stopped: {
    chat: {
      timeline: [
        visitorMessage('How do I waterproof leather boots?'),
        assistantAnswer('Brush off the dirt first, and let the leather', { state: 'stopped', outcome: null }),
      ],
    },
  },
  'too-long': { panel: { draft: `${'Where is my order? '.repeat(600)}` }, chat: { timeline: exampleConversation() } },
  'search-empty': {
    settlesMs: 300,
    panel: { dialog: 'search' },
    chat: { timeline: exampleConversation() },
    searches: { text: '', found: null },
  },
  'search-nothing': {
    settlesMs: 300,
    panel: { dialog: 'search' },
    chat: { timeline: exampleConversation() },
    searches: { text: 'umbrella', found: { hits: [], more: false } },
  },
  'search-failed': {
    settlesMs: 300,
    panel: { dialog: 'search' },
    chat: { timeline: exampleConversation() },
    searches: { text: 'return shoes', found: null },
  },
  'loading-list': {
    settlesMs: 300,
    panel: { dialog: 'conversations' },
    chat: { conversations: null, loadingConversations: true },
  },
  'rated-down': {
    chat: {
      timeline: exampleConversation().map((entry) =>
        entry.type === 'answer' ? { ...entry, feedback: 'down' } : entry,
      ),
    },
  },
  'several-writing': {
    chat: { handledBy: 'human', typing: [ANNA], timeline: [visitorMessage(LONG.slice(0, 40)), person('One moment.')] },
  },
  'hidden-header': { hideHeader: true, surfaces: ['embedded'], chat: { timeline: exampleConversation() } },
  prompt: { panel: { open: false, openedBy: null }, surfaces: PROMPT_INPUT },
  'prompt-draft': { does: 'writes-in-prompt', panel: { open: false, openedBy: null }, surfaces: PROMPT_INPUT },
  'prompt-with-history': { panel: { open: false, openedBy: null }, unread: 0, surfaces: PROMPT_INPUT },
  'prompt-rtl': { panel: { open: false, openedBy: null }, unread: 12, surfaces: PROMPT_INPUT, ...ARABIC },
};
