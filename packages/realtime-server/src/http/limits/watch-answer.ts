import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../runtime/clock.js';
import { HTTP_LIMITS } from '../../runtime/limits.js';

/** Why a connection is cut off: its answer isn't read, or the rest of its request doesn't end. */
export type CutReason = 'answer_not_read' | 'body_not_wanted';

/**
 * Cuts off a connection that doesn't read its answer, or that goes on sending a request that was answered: each would hold
 * its socket, and what it downloads, for good. What the client sends meanwhile is no sign that it reads.
 */
export function watchAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  clock: Clock,
  onCut: (reason: CutReason) => void,
): void {
  const { socket } = request;
  const cut = (reason: CutReason): void => {
    if (socket.destroyed) return;
    onCut(reason);
    socket.destroy();
  };
  let taken = -1;
  let since = clock.now();
  const look = (): void => {
    const waiting = socket.writableLength;
    const now = clock.now();
    const takenNow = socket.bytesWritten - waiting;
    // Nothing waits while a route is still at work, such as one that waits for events.
    if (waiting === 0 || takenNow !== taken) since = now;
    taken = takenNow;
    const { answerStallMs, answerStallBytesPerSecond } = HTTP_LIMITS;
    if (now - since >= answerStallMs + (waiting / answerStallBytesPerSecond) * 1_000) return cut('answer_not_read');
    cancel = clock.after(HTTP_LIMITS.answerLookMs, look);
  };
  let cancel = clock.after(HTTP_LIMITS.answerLookMs, look);
  response.once('close', () => cancel());
  response.once('finish', () => {
    if (request.complete) return;
    const forget = clock.after(HTTP_LIMITS.unwantedBodyMs, () => request.complete || cut('body_not_wanted'));
    // Of the request, not of its socket: a connection with many requests would gather a listener for each.
    request.once('end', forget).once('close', forget);
  });
}
