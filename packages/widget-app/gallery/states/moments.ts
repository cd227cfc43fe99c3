/** What comes and goes: what is opened for a moment, what is on its way, what is new, and what is wrong with the line. */
import { ANNA, answers, LONG, minute, person, says, talk } from './entries.js';
import type { GalleryState } from './gallery-state.js';

const DAY = 24 * 60;
/** Longer than a trouble has to last before anybody is told. */
const LASTING_MS = 1_700;

const read = talk();
const readUpTo = read.at(-1)?.seq ?? 0;
const longWhile =
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
      person(longWhile),
      person(`${longWhile} ${longWhile} ${longWhile}`),
      person(`${longWhile}\n\n${longWhile}\n\n${longWhile}\n\n${longWhile}`),
    ].map((entry) => (entry.type === 'person' ? { ...entry, at: minute(DAY) + entry.at - minute(0) } : entry)),
  },
});

const LINE = ['prompt-input'] as const;
const ARABIC = { language: 'ar', theme: { headerTitle: 'متجر هافن' } } as const;

export const MOMENTS: Readonly<Record<string, GalleryState>> = {
  menu: { does: 'opens-menu', chat: { timeline: talk() } },
  'menu-rtl': { does: 'opens-menu', ...ARABIC, chat: { timeline: [says('هل يمكنني إرجاع حذاء؟')] } },
  emoji: { does: 'opens-emoji', chat: { timeline: talk() } },
  dropping: { does: 'drags-files', chat: { timeline: talk() } },
  news: news(),
  /** The words under way take half of the room that is left to read in. */
  'news-draft': { ...news(), panel: { draft: 'Could you please also look at the other one? '.repeat(20) } },
  older: {
    chat: {
      hasOlder: true,
      timeline: [
        { ...says('Do you repair zips?'), at: minute(-DAY) },
        { ...answers('Yes, also of other brands.'), at: minute(-DAY + 1) },
        says('Great, thank you.'),
      ],
    },
  },
  loading: { panel: { live: 'here' }, chat: { connection: 'connecting', loaded: false }, settlesMs: LASTING_MS },
  reconnecting: { chat: { connection: 'reconnecting', timeline: talk() }, settlesMs: LASTING_MS },
  unreachable: {
    settlesMs: LASTING_MS,
    chat: {
      connection: 'closed',
      timeline: talk(),
      problem: { code: 'inbox_unavailable', message: 'This chat does not exist, or this page may not show it.' },
    },
  },
  'memory-only': { chat: { storage: 'memory', timeline: talk() }, settlesMs: LASTING_MS },
  'sign-in': {
    chat: {
      connection: 'closed',
      problem: { code: 'identity_required', message: 'This inbox is for signed-in visitors.' },
    },
  },
  'sign-in-lapsed': {
    settlesMs: LASTING_MS,
    chat: {
      connection: 'closed',
      timeline: talk(),
      problem: { code: 'identity_invalid', message: 'The token could not be confirmed.' },
    },
  },
  stopped: {
    chat: {
      timeline: [
        says('How do I waterproof leather boots?'),
        answers('Brush off the dirt first, and let the leather', { state: 'stopped', outcome: null }),
      ],
    },
  },
  'too-long': { panel: { draft: `${'Where is my order? '.repeat(600)}` }, chat: { timeline: talk() } },
  'search-empty': {
    settlesMs: 300,
    panel: { dialog: 'search' },
    chat: { timeline: talk() },
    searches: { text: '', found: null },
  },
  'search-nothing': {
    settlesMs: 300,
    panel: { dialog: 'search' },
    chat: { timeline: talk() },
    searches: { text: 'umbrella', found: { hits: [], more: false } },
  },
  'search-failed': {
    settlesMs: 300,
    panel: { dialog: 'search' },
    chat: { timeline: talk() },
    searches: { text: 'return shoes', found: null },
  },
  'loading-list': {
    settlesMs: 300,
    panel: { dialog: 'conversations' },
    chat: { conversations: null, loadingConversations: true },
  },
  'rated-down': {
    chat: { timeline: talk().map((entry) => (entry.type === 'answer' ? { ...entry, feedback: 'down' } : entry)) },
  },
  'several-writing': {
    chat: { handledBy: 'human', typing: [ANNA], timeline: [says(LONG.slice(0, 40)), person('One moment.')] },
  },
  'hidden-header': { hideHeader: true, surfaces: ['embedded'], chat: { timeline: talk() } },
  line: { panel: { open: false, openedBy: null }, surfaces: LINE },
  'line-draft': { does: 'writes-in-line', panel: { open: false, openedBy: null }, surfaces: LINE },
  'line-way-back': { panel: { open: false, openedBy: null }, unread: 0, surfaces: LINE },
  'line-rtl': { panel: { open: false, openedBy: null }, unread: 12, surfaces: LINE, ...ARABIC },
};
