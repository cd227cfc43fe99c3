/** Functions of the page: the question before one runs, and its outcome. */
import type { ToolEntry } from '@service/embed-headless/core';
import { assistantAnswer, lastNumber, minute, visitorMessage } from './entries.js';
import type { GalleryState } from './gallery-state.js';

let calls = 0;
const tool = (name: string, title: string, state: ToolEntry['state'], over: Partial<ToolEntry> = {}): ToolEntry => {
  const call = `call-${++calls}`;
  return {
    type: 'tool',
    key: call,
    seq: lastNumber(),
    at: minute(lastNumber()),
    call,
    run: 'run-1',
    name,
    title,
    args: '{"order":"HH-20931"}',
    state,
    ask: null,
    answered: null,
    progress: null,
    code: null,
    ...over,
  };
};
/** When the question expires: never. */
const until = Number.MAX_SAFE_INTEGER;
const address = {
  order: 'HH-20931',
  address: { name: 'Kim Berg', street: 'Bryggen 12', city: '5003 Bergen' },
  gift_wrap: false,
  sizes: [41, 42],
};
const asks = (over: Partial<ToolEntry> = {}): ToolEntry =>
  tool('change_address', 'Change the address', 'asking', {
    args: JSON.stringify(address),
    ask: { view: { title: 'Send order HH-20931 to Bergen?', body: 'It leaves the warehouse tonight.' }, until },
    ...over,
  });
const cancels = {
  view: {
    title: 'Cancel order HH-20931?',
    body: 'The money goes back the way it came, within three days.',
    danger: true,
  },
  until,
};

/** Longer than the confirm button is disabled after it appeared. */
const ENABLED_MS = 800;

export const TOOL_STATES: Readonly<Record<string, GalleryState>> = {
  'tool-asking': {
    settlesMs: ENABLED_MS,
    chat: { turn: 'submitted', timeline: [visitorMessage('Please send HH-20931 to my office instead.'), asks()] },
  },
  'tool-danger': {
    settlesMs: ENABLED_MS,
    chat: {
      turn: 'submitted',
      timeline: [
        visitorMessage('Please cancel HH-20931.'),
        tool('cancel_order', 'Cancel an order', 'asking', { ask: cancels }),
      ],
    },
  },
  'tool-answering': {
    settlesMs: ENABLED_MS,
    chat: {
      turn: 'submitted',
      timeline: [visitorMessage('Please send HH-20931 to my office instead.'), asks({ answered: true })],
    },
  },
  'tool-lines': {
    settlesMs: 200,
    chat: {
      turn: 'streaming',
      timeline: [
        visitorMessage('Where is it, and can you change it?'),
        tool('get_order_status', 'Look up an order', 'succeeded'),
        tool('apply_coupon', 'Use a coupon', 'failed', { code: 'handler_error' }),
        tool('cancel_order', 'Cancel an order', 'denied', { ask: cancels, answered: false }),
        tool('change_address', 'Change the address', 'failed', { code: 'confirm_timeout' }),
        tool('pay_order', 'Pay an order', 'unknown'),
        assistantAnswer('Let me look at the parcel as well.'),
        tool('track_parcel', 'Follow the parcel', 'running', {
          progress: { text: 'Asking the carrier', fraction: 0.4 },
        }),
      ],
    },
  },
};
