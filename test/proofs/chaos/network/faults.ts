/** The faults of a connection, and the plan of one. */
/** `up` is towards the server. */
export type Direction = 'up' | 'down';

export const FAULTS = [
  /** The frame does not arrive; the connection is reset at once. */
  'reset',
  /** The frame arrives, then the connection ends without a close frame. */
  'close',
  /** This frame and all that follow it arrive a moment later. */
  'delay',
  /** The frame arrives twice. */
  'duplicate',
  /** The frame does not arrive; everything after it does. */
  'swallow',
  /** Half-open: nothing passes any more in either direction, and neither end is notified. */
  'freeze',
  /** This frame and all that follow in its direction arrive after every time limit of the client. */
  'hold',
  /** The text is no longer JSON. */
  'corrupt',
  /** The frame arrives byte by byte. */
  'slice',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Plan {
  readonly direction: Direction;
  readonly fault: Fault;
  /** `'upgrade'` is the head of the HTTP exchange; otherwise the parsed frame. */
  readonly at: (what: Passing) => boolean;
  /** Which of the matching frames: 1 is the next one. */
  readonly nth?: number;
}

export type Passing = 'upgrade' | { readonly t: string; readonly [field: string]: unknown };
