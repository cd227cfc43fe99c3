/** What crossed the WebSockets of a page, read by the browser's own instruments: the truth behind what a screen shows. */
import type { ClientFrame, ServerFrame } from '@service/protocol';
import type { Page, WebSocket } from 'playwright-core';

export interface Wire {
  /** Every frame the page received, over all its sockets, in order. */
  readonly received: readonly ServerFrame[];
  /** Every frame it sent. */
  readonly sent: readonly ClientFrame[];
  readonly sockets: readonly WebSocket[];
  /** The frames of one type. */
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
