/** Answerers that say what a test needs. */
import type { AnswerPiece } from '../../dist/conversation/answering/answerer.js';
import { DONE } from '../support/serve.js';

export async function* echo10({ text }: { readonly text: string }): AsyncIterable<AnswerPiece> {
  yield { kind: 'text', text: text.repeat(10) };
  yield DONE;
}

export function untilStopped(text: string) {
  return async function* (_question: unknown, signal: AbortSignal): AsyncIterable<AnswerPiece> {
    yield { kind: 'text', text };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
}
