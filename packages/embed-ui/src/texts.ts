/** Every word that the primitives show or say, in English. A page replaces those it wants otherwise: `texts` of `Chat.Root`. */
export const ENGLISH = {
  chat: 'Chat',
  log: 'Messages',
  message: 'Message',
  send: 'Send',
  stop: 'Stop',
  attach: 'Attach files',
  remove: (name: string): string => `Remove ${name}`,
  open: (name: string): string => `Open ${name}`,
  files: 'Files to send',
  you: 'You',
  assistant: 'Assistant',
  person: 'Team',
  sending: 'Sending',
  retry: 'Send again',
  discard: 'Discard',
  older: 'Earlier messages',
  jump: 'Jump to latest',
  ends: { streaming: '', done: '', stopped: 'Stopped here', failed: 'Could not be finished' },
  askPerson: 'Ask a person',
  sources: 'Sources',
  source: (number: number): string => `Source ${number}`,
  typing: (name: string | null): string => `${name ?? 'Someone'} is typing`,
  thinking: 'The assistant is answering',
  queued: 'Waiting for a person',
  place: (position: number): string => `Number ${position} in the queue`,
  leaveQueue: 'Back to the assistant',
  replies: 'Suggestions',
  carousel: 'Cards',
  confirm: 'Confirm',
  cancel: 'No',
  agree: 'Agree and continue',
  decline: 'Decline',
  declined: 'Nothing was stored or sent.',
  submit: 'Send answers',
  required: 'Please answer.',
  invalid: 'Please check.',
  answered: 'Answered',
  over: 'No longer asked',
  connections: {
    idle: '',
    connecting: 'Connecting',
    connected: '',
    reconnecting: 'Connecting again',
    offline: 'No network. Your messages will be sent later',
    closed: 'The chat is closed',
  },
  notices: {
    'handoff-requested': 'You asked for a person',
    'handoff-accepted': 'A person has joined',
    'handoff-ended': 'The assistant answers again',
    closed: 'The conversation is closed',
  },
  tools: {
    running: 'Running',
    asking: 'Waits for you',
    succeeded: 'Done',
    denied: 'Not allowed',
    failed: 'Failed',
    unknown: 'Outcome unknown',
  },
} as const satisfies Readonly<Record<string, unknown>>;

type Words<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Words<T[K]> };

/** Words by their names, see `ENGLISH`. */
export type ChatTexts = Words<typeof ENGLISH>;
