/** Who reads is served to the end, however slowly; who doesn't is cut off. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { watchAnswer } from '../../../dist/http/limits/watch-answer.js';
import { HTTP_LIMITS } from '../../../src/runtime/limits.js';
import { turnedClock } from '../../support/manual-clock.js';

/** A socket into which pieces of so many bytes are written, each after the one before was taken. */
function answer(piece: number) {
  const socket = Object.assign(new EventEmitter(), {
    destroyed: false,
    bytesWritten: piece,
    writableLength: piece,
    destroy: () => Object.assign(socket, { destroyed: true }),
  });
  const request = Object.assign(new EventEmitter(), { socket, complete: true });
  const response = new EventEmitter();
  return { socket, request: request as unknown as IncomingMessage, response: response as unknown as ServerResponse };
}

const pieces = fc.integer({ min: 1, max: 4 * 1_048_576 });

it('an answer of which nothing is taken is cut off in bounded time, and what it held is free', () => {
  fc.assert(
    fc.property(pieces, (piece) => {
      const clock = turnedClock();
      const { socket, request, response } = answer(piece);
      const cuts: string[] = [];
      watchAnswer(request, response, clock, (reason) => cuts.push(reason));
      const { answerStallMs, answerStallBytesPerSecond, answerLookMs } = HTTP_LIMITS;
      clock.turn(answerStallMs + (piece / answerStallBytesPerSecond) * 1_000 + 2 * answerLookMs);
      expect([cuts, socket.destroyed, clock.waiting]).toEqual([['answer_not_read'], true, 0]);
    }),
  );
});

it('an answer that is taken at the least pace is never cut off', () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 60 }), (piece, count) => {
      const clock = turnedClock();
      const { socket, request, response } = answer(piece);
      const cuts: string[] = [];
      watchAnswer(request, response, clock, (reason) => cuts.push(reason));
      for (let at = 0; at < count; at++) {
        // The system says nothing until the whole piece is taken.
        clock.turn(Math.ceil((piece / HTTP_LIMITS.answerStallBytesPerSecond) * 1_000));
        socket.bytesWritten += piece;
      }
      socket.writableLength = 0;
      response.emit('finish');
      response.emit('close');
      clock.turn(600_000);
      expect([cuts, clock.waiting]).toEqual([[], 0]);
    }),
  );
});
