/** Search, people who answer, the queue, and the dialogs. */
import type { BusinessHours } from '@service/protocol';
import {
  ANNA,
  assistantAnswer,
  exampleConversation,
  LONG,
  minute,
  notice,
  person,
  visitorMessage,
  withoutPicture,
} from './entries.js';
import type { GalleryStates } from './gallery-state.js';

/** Always open: a picture must not depend on the clock. */
const ALL_DAY = ['00:00-24:00'];
const OPEN: BusinessHours = {
  timeZone: 'UTC',
  weekly: {
    monday: ALL_DAY,
    tuesday: ALL_DAY,
    wednesday: ALL_DAY,
    thursday: ALL_DAY,
    friday: ALL_DAY,
    saturday: ALL_DAY,
    sunday: ALL_DAY,
  },
  exceptions: [],
};
const CLOSED: BusinessHours = { ...OPEN, exceptions: [{ from: '2000-01-01', to: '2199-12-31', hours: [] }] };

export const PEOPLE_STATES: GalleryStates = {
  search: {
    settlesMs: 300,
    panel: { dialog: 'search' },
    chat: { timeline: exampleConversation() },
    searches: {
      text: 'return shoes',
      found: {
        more: true,
        hits: [
          {
            conversation: 'cnv_1',
            seq: 4,
            at: minute(4),
            by: 'ai',
            name: 'Havn & Hei help',
            excerpt: 'Open your orders and choose Return. Shoes with signs of wear outside can be repaired instead.',
            marks: [
              [28, 34],
              [36, 41],
            ],
          },
          {
            conversation: 'cnv_1',
            seq: 1,
            at: minute(1),
            by: 'visitor',
            excerpt: `return shoes ${LONG}`,
            marks: [
              [0, 6],
              [7, 12],
            ],
          },
        ],
      },
    },
  },
  open: {
    settlesMs: 500,
    opening: OPEN,
    chat: {
      timeline: [
        visitorMessage('Do you repair zips of other brands?'),
        assistantAnswer('I found nothing about that in our help articles.', { outcome: 'unknown', offerPerson: true }),
      ],
    },
  },
  'after-hours': {
    settlesMs: 500,
    opening: CLOSED,
    chat: {
      handledBy: 'queued',
      queue: { position: 1, staffed: false },
      timeline: [
        visitorMessage('Do you repair zips of other brands?'),
        assistantAnswer('I found nothing about that in our help articles.', { outcome: 'unknown', offerPerson: true }),
        notice('handoff-requested', { kind: 'visitor', id: 'v' }),
      ],
    },
  },
  /** No person is signed in, and the visitor goes on writing. */
  'no-one-available': {
    settlesMs: 500,
    chat: {
      handledBy: 'queued',
      queue: { position: 12, staffed: false },
      timeline: [
        visitorMessage('Do you repair zips of other brands?'),
        assistantAnswer('I found nothing about that in our help articles.', { outcome: 'unknown', offerPerson: true }),
        notice('handoff-requested', { kind: 'visitor', id: 'v' }),
        visitorMessage('It is the long one, at the back.', { delivery: { state: 'sent' } }),
      ],
    },
  },
  'waiting-rtl': {
    settlesMs: 500,
    language: 'ar',
    greeting: 'مرحبًا! اسألني عن الطلبات والمقاسات والإرجاع.',
    theme: { headerTitle: 'متجر هافن' },
    chat: {
      handledBy: 'queued',
      queue: { position: 3, staffed: false },
      timeline: [visitorMessage('أريد إرجاع حذاء'), notice('handoff-requested', { kind: 'visitor', id: 'v' })],
    },
  },
  'hand-off': {
    settlesMs: 500,
    chat: {
      handledBy: 'queued',
      queue: { position: 3, staffed: true },
      timeline: [
        visitorMessage('Do you repair zips of other brands?'),
        assistantAnswer('I found nothing about that in our help articles.', {
          outcome: 'unknown',
          offerPerson: true,
        }),
        notice('handoff-requested', { kind: 'visitor', id: 'v' }),
      ],
    },
  },
  person: {
    settlesMs: 500,
    chat: {
      handledBy: 'human',
      typing: [ANNA],
      timeline: [
        notice('handoff-requested', { kind: 'visitor', id: 'v' }),
        notice('handoff-accepted', ANNA),
        person('Hi, Anna here. We do repair other brands, from €25. Could you send a photo of the zip?'),
        person('The whole length, if you can.'),
        visitorMessage('Great, one moment!', { delivery: { state: 'read' } }),
      ],
    },
  },
  /** One after the other, neither with a picture, between answers of the assistant. */
  initials: {
    settlesMs: 500,
    chat: {
      handledBy: 'human',
      timeline: [
        ...exampleConversation().slice(0, 2),
        notice('handoff-accepted', withoutPicture('Mette Aas')),
        person('Hi, Mette here. I sent you the label.', [], withoutPicture('Mette Aas')),
        notice('handoff-accepted', withoutPicture('Jonas Vik')),
        person('Jonas here, from the workshop. The sole is on its way.', [], withoutPicture('Jonas Vik')),
      ],
    },
  },
  'long-name': {
    settlesMs: 500,
    chat: {
      handledBy: 'human',
      typing: [withoutPicture(LONG.slice(0, 80))],
      timeline: [
        notice('handoff-accepted', withoutPicture(LONG.slice(0, 80))),
        person('Hi! How can I help?', [], withoutPicture(LONG.slice(0, 80))),
        notice('handoff-accepted', { ...ANNA, name: 'Anna Lindqvist von und zu der langen Straße am Hafen bei Havn' }),
        person('Anna here.', [], { ...ANNA, name: 'Anna Lindqvist von und zu der langen Straße am Hafen bei Havn' }),
      ],
    },
  },
  'person-rtl': {
    settlesMs: 500,
    language: 'ar',
    greeting: 'مرحبًا! اسألني عن الطلبات والمقاسات والإرجاع.',
    theme: { headerTitle: 'متجر هافن' },
    chat: {
      handledBy: 'human',
      timeline: [
        visitorMessage('أريد إرجاع حذاء'),
        notice('handoff-accepted', withoutPicture('ليلى حداد')),
        person('أهلًا، معك ليلى. أرسلت إليك بطاقة الإرجاع.', [], withoutPicture('ليلى حداد')),
        notice('handoff-accepted', ANNA),
        person('Hi, Anna here.'),
      ],
    },
  },
  conversations: {
    settlesMs: 300,
    panel: { dialog: 'conversations' },
    chat: {
      timeline: exampleConversation(),
      conversation: 'cnv_1',
      conversations: [
        {
          conversation: 'cnv_1',
          text: 'In three steps: open your orders …',
          at: minute(12),
          unread: 0,
          handler: 'agent',
        },
        {
          conversation: 'cnv_2',
          text: 'Hi, Anna here. We do repair other brands, from €25. Could you send a photo of the zip?',
          at: minute(-1_500),
          unread: 2,
          handler: 'human',
        },
        { conversation: 'cnv_3', text: LONG, at: minute(-9_000), unread: 0, handler: 'closed' },
      ],
    },
  },
  'no-conversations': { settlesMs: 300, panel: { dialog: 'conversations' }, chat: { conversations: [] } },
  erasing: { settlesMs: 300, panel: { dialog: 'erase' }, chat: { timeline: exampleConversation() } },
  'closed-conversation': {
    chat: { handledBy: 'closed', timeline: [...exampleConversation(), notice('closed', ANNA)] },
  },
  rated: {
    chat: {
      timeline: exampleConversation().map((entry) => (entry.type === 'answer' ? { ...entry, feedback: 'up' } : entry)),
    },
  },
  withdrawn: { panel: { consent: 'needed', withdrawn: true } },
};
