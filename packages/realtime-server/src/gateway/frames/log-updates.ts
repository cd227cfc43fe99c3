/** Updates of a log as frames of the wire. */
import type { LogEvent, ServerFrame } from '@service/protocol';
import type { LogOutlet, LogUpdate } from '../../conversation/log/log-subscriber.js';
import { SOCKET_LIMITS } from '../../runtime/limits.js';

/** Where frames go. */
export interface Outlet {
  /** Must arrive, or the reader is cut off and resumes. Resolves when the reader can take more. */
  sendReliable(frame: ServerFrame): Promise<void>;
  /** May be dropped when the reader is slow; false when it was. */
  sendDroppable(frame: ServerFrame): boolean;
}

/** An outlet for the updates of one conversation. */
export function encodeUpdates(conversation: string, out: Outlet): LogOutlet {
  return {
    sendReliable: (update) =>
      update.kind === 'events' && update.events.length > 1
        ? sendInParts(conversation, update, out)
        : out.sendReliable(frameOf(conversation, update)),
    sendDroppable: (update) => out.sendDroppable(frameOf(conversation, update)),
  };
}

function frameOf(conversation: string, update: LogUpdate): ServerFrame {
  switch (update.kind) {
    case 'following': {
      const { epoch, head, mode, from, read, handler } = update;
      return { t: 'following', conversation, epoch, head, mode, from, read, handler };
    }
    case 'events':
      return { t: 'events', conversation, epoch: update.epoch, events: update.events };
    case 'live':
      return { t: 'live', conversation, head: update.head };
    case 'delta':
      return update.delta;
    case 'typing':
      return { t: 'typing', conversation, who: update.who, on: update.on };
    case 'read':
      return { t: 'read', conversation, seq: update.seq };
    case 'seen':
      return { t: 'seen', conversation, seq: update.seq };
    case 'queue':
      return { t: 'line', conversation, place: update.position.place, attended: update.position.attended };
    case 'tool':
      return update.frame;
  }
}

async function sendInParts(
  conversation: string,
  { epoch, events }: Extract<LogUpdate, { kind: 'events' }>,
  out: Outlet,
): Promise<void> {
  for (const part of inFrames(events)) await out.sendReliable({ t: 'events', conversation, epoch, events: part });
}

/** Splits events so that no frame is larger than a reader accepts. A single event always fits: its text is limited. */
function inFrames(events: readonly LogEvent[]): readonly (readonly LogEvent[])[] {
  const frames: LogEvent[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event));
    if (bytes + size > SOCKET_LIMITS.eventBytesPerFrame) {
      frames.push([]);
      bytes = 0;
    }
    (frames[frames.length - 1] as LogEvent[]).push(event);
    bytes += size;
  }
  return frames;
}
