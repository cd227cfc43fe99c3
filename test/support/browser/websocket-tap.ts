/** Records the frames on the WebSockets of a page through the browser's own tools, independent of what the page shows. */
import type { ClientFrame, ServerFrame } from '@service/protocol';
import type { Page, WebSocket } from 'playwright-core';

export interface Wire {
  /** Frames the page received, over all its sockets, in order. */
  readonly received: readonly ServerFrame[];
  /** Frames the page sent. */
  readonly sent: readonly ClientFrame[];
  readonly sockets: readonly WebSocket[];
  /** Received frames of one type. */
  all<T extends ServerFrame['t']>(type: T): readonly Extract<ServerFrame, { t: T }>[];
}

/** Call before the first navigation. */
export function tapWire(page: Page): Wire {
  const received: ServerFrame[] = [];
  const sent: ClientFrame[] = [];
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => {
    sockets.push(socket);
    socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload.toString()) as ClientFrame));
    socket.on('framereceived', ({ payload }) => received.push(JSON.parse(payload.toString()) as ServerFrame));
  });
  return {
    received,
    sent,
    sockets,
    all: <T extends ServerFrame['t']>(type: T) =>
      received.filter((frame): frame is Extract<ServerFrame, { t: T }> => frame.t === type),
  };
}
