/** What the tabs of one browser tell each other of who they are. Said aloud and forgotten: nothing of it is written down. */

/** The part of a BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void;
  close(): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

export type OpenChannel = (name: string) => Channel | null;

/** Some browser may know no channels, or refuse them to a frame: then each tab is on its own. */
export const browserChannel: OpenChannel = (name) => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
};

/** `subject`: who that tab is now; null: somebody has left there. */
export interface Word {
  readonly subject: string | null;
}

/** Undefined: not one of ours. */
export function readWord(data: unknown): Word | undefined {
  const { subject } = Object(data) as { subject?: unknown };
  return subject === null || typeof subject === 'string' ? { subject } : undefined;
}
