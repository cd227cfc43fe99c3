/** Messages in every form: text that is hard to draw, files, cards and forms. */
import type { MessageFile, PendingUpload, TimelineEntry } from '@service/embed-headless/core';
import { assistantAnswer, exampleConversation, LONG, lastNumber, person, source, visitorMessage } from './entries.js';
import type { GalleryStates } from './gallery-state.js';

const WORKING =
  'Waterproofing takes about ten minutes:\n\n- Brush off the dirt and let the leather dry.\n- Warm the wax in your hands, then rub it in with a soft cloth, seams first.\n- Leave the boots overnight, away from the';

/** A form in every kind of field. */
const asking = (): readonly TimelineEntry[] => [
  visitorMessage('The sole of my left boot came off.'),
  assistantAnswer('That should not happen. We repair it for free.', {
    parts: JSON.stringify([
      {
        type: 'form',
        title: 'Where shall we send the label?',
        text: 'We need this once, for the parcel.',
        fields: [
          { type: 'text', name: 'name', label: 'Your name', required: true, autofill: 'name' },
          { type: 'email', name: 'email', label: 'Email', hint: 'The label comes as a PDF.', required: true },
          { type: 'number', name: 'size', label: 'Size', min: 34, max: 50 },
          { type: 'choice', name: 'pair', label: 'Pair', options: ['Left', 'Right', 'Left and right'], required: true },
          {
            type: 'choice',
            name: 'country',
            label: 'Country',
            options: ['Norway', 'Sweden', 'Denmark', 'Finland', 'Germany', 'France', 'Italy'],
          },
          { type: 'multi-line', name: 'what', label: 'What happened?' },
          { type: 'checkbox', name: 'terms', label: 'I agree to the terms of repair', required: true },
        ],
      },
    ]),
  }),
];

/** A drawing in place of a photo: the same on every machine, and whole as soon as it is there. */
const drawing = (width: number, height: number, sky: string, ground: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 32 24" preserveAspectRatio="xMidYMid slice"><path fill="${sky}" d="M0 0h32v24H0z"/><circle cx="23" cy="7" r="3" fill="#fff6d8"/><path fill="${ground}" d="M0 19l8-9 6 6 5-5 13 10v3H0z"/></svg>`,
  )}`;
const PICTURES = {
  boot: drawing(1_200, 900, '#8fb8c9', '#5a6b4f'),
  sole: drawing(600, 900, '#d8b48a', '#7b4a2d'),
};
const file = (name: string, type: string, size: number, over: Partial<MessageFile> = {}): MessageFile => ({
  id: name,
  name,
  type,
  size,
  ...over,
});
const picked = (name: string, over: Partial<PendingUpload> = {}): PendingUpload => ({
  id: name,
  name,
  type: 'image/jpeg',
  size: 2_400_000,
  loaded: 2_400_000,
  file: new Blob(),
  state: 'done',
  problem: null,
  ...over,
});

const TECHNICAL =
  'Ask for the order with its number:\n\n```js\nconst order = await shop.orders.get("HH-20931");\nconsole.log(order.status, order.carrier.trackingUrl);\n```\n\nThe fields you get:\n\n| Field | Meaning |\n| --- | --- |\n| `status` | packed, sent, delivered |\n| `carrier` | who brings it |\n\nThe `trackingUrl` is empty until it has left.';

export const MESSAGE_STATES: GalleryStates = {
  closed: { panel: { open: false, openedBy: null }, unread: 3 },
  empty: {},
  conversation: { chat: { timeline: exampleConversation() } },
  bubbles: { chat: { timeline: exampleConversation() }, theme: { messageStyle: 'bubble' } },
  streaming: {
    chat: {
      turn: 'streaming',
      timeline: [
        visitorMessage('How do I waterproof leather boots?'),
        assistantAnswer(WORKING, { state: 'streaming', outcome: null }),
      ],
    },
  },
  thinking: {
    chat: { turn: 'submitted', timeline: [visitorMessage('Which size should I order if I am between two?')] },
  },
  code: { chat: { timeline: [visitorMessage('How do I read an order with your API?'), assistantAnswer(TECHNICAL)] } },
  failed: {
    chat: {
      timeline: [
        ...exampleConversation().slice(0, 2),
        visitorMessage('Here is my order number: HH-20931', {
          delivery: {
            state: 'failed',
            code: 'expired',
            message: 'This message waited too long to be sent. Send it again if it still matters.',
          },
        }),
        assistantAnswer('The boots of your size are', { state: 'failed', outcome: null, offerPerson: true }),
      ],
    },
  },
  offline: {
    settlesMs: 1_700,
    chat: {
      connection: 'offline',
      outbox: 1,
      timeline: [
        ...exampleConversation(),
        visitorMessage('And to Norway?', { seq: null, delivery: { state: 'sending' } }),
      ],
    },
  },
  arriving: {
    settlesMs: 1_700,
    panel: { live: 'failed', unsent: [{ clientId: null, text: 'Can I return shoes I wore once?' }] },
  },
  consent: { panel: { consent: 'needed', unsent: [{ clientId: null, text: 'Can I return shoes I wore once?' }] } },
  declined: { panel: { consent: 'declined' } },
  'long-words': {
    panel: { draft: LONG },
    theme: { headerTitle: `${LONG.slice(0, 60)} Help Centre` },
    chat: {
      timeline: [
        visitorMessage(LONG),
        assistantAnswer(`See [${LONG}](https://shop.example/${LONG}) and \`${LONG}\`.`, {
          citations: [source(1, LONG, `${LONG} ${LONG}`)],
        }),
      ],
    },
  },
  rtl: {
    language: 'ar',
    greeting: 'مرحبًا! اسألني عن الطلبات والمقاسات والإرجاع.',
    theme: { headerTitle: 'متجر هافن' },
    chat: {
      timeline: [
        visitorMessage('هل يمكنني إرجاع حذاء ارتديته مرة واحدة؟'),
        assistantAnswer(
          'نعم، لديك **30 يومًا** من التسليم لإعادته إذا جرّبته داخل المنزل فقط.[1] افتح [طلباتك](https://shop.example/orders) واختر `Return`.',
          {
            citations: [source(1, 'الإرجاع والاستبدال', 'يمكنك الإرجاع خلال 30 يومًا.')],
          },
        ),
      ],
    },
  },
  files: {
    settlesMs: 300,
    pictures: PICTURES,
    chat: {
      handledBy: 'human',
      timeline: [
        visitorMessage('The sole came off after two weeks.', {
          files: [
            file('boot.jpg', 'image/jpeg', 2_400_000, { id: 'boot', width: 1_200, height: 900 }),
            file('sole.jpg', 'image/jpeg', 900_000, { id: 'sole', width: 600, height: 900 }),
          ],
        }),
        person('Oh no. Print this label and send them back, we repair them for free.', [
          file('Return label HH-20931.pdf', 'application/pdf', 184_000),
        ]),
        visitorMessage('', { files: [file(`${LONG}.pdf`, 'application/pdf', 1_250_000)] }),
        visitorMessage('And the receipt', {
          seq: null,
          files: [file('receipt.pdf', 'application/pdf', 620_000, { loaded: 250_000 })],
          delivery: { state: 'sending' },
        }),
      ],
    },
  },
  attaching: {
    settlesMs: 300,
    panel: { draft: 'Here is what I mean' },
    chat: {
      timeline: exampleConversation().slice(0, 2),
      uploads: [
        picked('boot.jpg'),
        picked('sole.jpg', { state: 'sending', loaded: 1_400_000 }),
        picked('box.jpg', { state: 'waiting', loaded: 0 }),
        picked('catalogue.zip', {
          state: 'failed',
          problem: {
            code: 'file_type',
            message: 'This kind of file can’t be sent. Send a picture (JPEG, PNG, WebP, GIF), a PDF or a plain text.',
          },
        }),
      ],
    },
  },
  choosing: {
    settlesMs: 300,
    chat: {
      timeline: [
        visitorMessage('Can you repair the soles of these?'),
        assistantAnswer('Yes. A new sole takes about ten days, and costs less than a new pair.', {
          parts: JSON.stringify([
            {
              type: 'card',
              title: 'New soles',
              text: 'Vibram, glued and sewn. Ten working days.',
              links: [
                { label: 'Prices', url: 'https://harbour.example/repair' },
                { label: 'Print a label', url: 'https://harbour.example/label' },
              ],
            },
            {
              type: 'quick-replies',
              replies: [{ label: 'Send me a label' }, { label: 'What does it cost?' }, { label: 'Not now, thanks' }],
            },
          ]),
        }),
      ],
    },
  },
  form: { settlesMs: 400, chat: { timeline: asking() } },
  /** One that was answered, and one that was sent as it is. */
  'form-wrong': {
    settlesMs: 400,
    fills: true,
    chat: {
      timeline: [
        ...asking(),
        visitorMessage(
          'Where shall we send the label?\nYour name: Kim Berg\nEmail: kim@shop.example\nPair: Left and right',
          {
            parts: JSON.stringify([
              { type: 'form-answer', form: lastNumber(), title: 'Where shall we send the label?', answers: [] },
            ]),
          },
        ),
        ...asking(),
      ],
    },
  },
  'form-rtl': {
    settlesMs: 400,
    language: 'ar',
    greeting: 'مرحبًا! اسألني عن الطلبات والمقاسات والإرجاع.',
    theme: { headerTitle: 'متجر هافن' },
    chat: {
      timeline: [
        visitorMessage('أريد إرجاع حذاء'),
        assistantAnswer('بكل سرور.', {
          parts: JSON.stringify([
            {
              type: 'form',
              title: 'إلى أين نرسل بطاقة الإرجاع؟',
              fields: [
                { type: 'text', name: 'name', label: 'الاسم', required: true, autofill: 'name' },
                { type: 'email', name: 'email', label: 'البريد الإلكتروني', required: true },
                { type: 'choice', name: 'why', label: 'السبب', options: ['المقاس', 'اللون', 'سبب آخر'] },
                { type: 'checkbox', name: 'terms', label: 'قرأت شروط الإرجاع', required: true },
              ],
            },
          ]),
        }),
      ],
    },
  },
  'form-long': {
    settlesMs: 400,
    chat: {
      timeline: [
        assistantAnswer('', {
          parts: JSON.stringify([
            {
              type: 'card',
              title: LONG.slice(0, 110),
              text: LONG,
              links: [{ label: LONG.slice(0, 50), url: 'https://harbour.example/x' }],
            },
            {
              type: 'form',
              title: LONG.slice(0, 110),
              text: LONG,
              fields: [
                { type: 'text', name: 'a', label: LONG.slice(0, 110), hint: LONG.slice(0, 150), required: true },
                { type: 'choice', name: 'b', label: 'Part', options: [LONG.slice(0, 100), 'Short'] },
                { type: 'choice', name: 'c', label: 'Colour', options: ['a', 'b', 'c', 'd', 'e', LONG.slice(0, 100)] },
                { type: 'checkbox', name: 'd', label: LONG.slice(0, 100) },
              ],
            },
            { type: 'quick-replies', replies: [{ label: LONG.slice(0, 55) }, { label: 'No' }] },
          ]),
        }),
      ],
    },
  },
};
