import type { Answer, ChatClient, ChatState, OwnMessage, ToolEntry } from '@service/embed-headless/core';
import type { UIMessageChunk } from 'ai';
import { type AnswerTurn, argumentsOf, resultOf, toTurns } from '../turns.js';
import { dataParts, errorTextOf, metadataOf, sourcePart } from './to-ui-messages.js';

type Write = (chunk: UIMessageChunk) => void;

/**
 * The answer to one question, as the AI SDK reads it. Follows the client's state, so that what was lost on the way comes all the same.
 * A question to the visitor ends the stream: their click is sent as the next request, which goes on here.
 */
export class AnswerStream {
  private hasBegun = false;
  /** The text part that is open, and how much of it was written. */
  private text: { readonly id: string; readonly written: string } | null = null;
  private parts = 0;
  private readonly called = new Set<string>();
  private readonly asked = new Set<string>();
  private readonly ended = new Set<string>();
  /** Calls with a click of the visitor, which the state may not have yet. */
  private readonly clicked = new Set<string>();

  /** `question`: key of the visitor's message. */
  constructor(
    private readonly client: ChatClient,
    private readonly question: string,
  ) {}

  /**
   * What is new from now on, until the answer ends or waits for the visitor. An abort stops the answer. `clicked`: calls that the
   * visitor has decided about.
   */
  open(signal: AbortSignal | undefined, clicked: readonly string[] = []): ReadableStream<UIMessageChunk> {
    for (const call of clicked) this.clicked.add(call);
    let end = (): void => undefined;
    return new ReadableStream<UIMessageChunk>({
      start: (controller) => {
        const write: Write = (chunk) => controller.enqueue(chunk);
        const close = (): void => {
          end();
          controller.close();
        };
        const abort = (): void => {
          this.client.stopAnswer();
          write({ type: 'abort' });
          close();
        };
        const follow = (): void => {
          if (this.advance(this.client.getState(), write)) close();
        };
        const unsubscribe = this.client.subscribe(follow);
        signal?.addEventListener('abort', abort, { once: true });
        end = () => {
          unsubscribe();
          signal?.removeEventListener('abort', abort);
        };
        if (signal?.aborted) abort();
        else follow();
      },
      cancel: () => end(),
    });
  }

  /** Writes what the state has and was not written yet. Returns whether that was the end. */
  private advance(state: ChatState, write: Write): boolean {
    const at = state.timeline.findIndex(({ key }) => key === this.question);
    const question = state.timeline[at] as OwnMessage | undefined;
    if (state.problem) return fail(write, state.problem.message);
    // Another conversation was opened, or this one erased.
    if (!question) return true;
    if (question.delivery.state === 'failed') return fail(write, question.delivery.message);
    const turn = toTurns(state.timeline.slice(at + 1)).find((each) => each.type === 'answer');
    if (turn) this.begin(turn, write);
    for (const tool of turn?.tools ?? []) this.writeTool(tool, write);
    if (turn?.answer) this.writeAnswer(turn.answer, write);
    if (turn?.tools.some((tool) => this.isAsking(tool))) return this.finish(write);
    if (turn?.answer && turn.answer.state !== 'streaming') return this.complete(turn, turn.answer, write);
    // A person answers, or there is no answer.
    return question.seq !== null && state.turn === 'ready' && this.finish(write);
  }

  private begin({ key }: AnswerTurn, write: Write): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    write({ type: 'start', messageId: key });
    write({ type: 'start-step' });
  }

  private writeTool(tool: ToolEntry, write: Write): void {
    const { call: toolCallId, name: toolName, title, state } = tool;
    if (!this.called.has(toolCallId)) {
      const input = argumentsOf(tool);
      write({ type: 'tool-input-available', toolCallId, toolName, input, dynamic: true, ...(title && { title }) });
      this.called.add(toolCallId);
    }
    if (this.isAsking(tool) && !this.asked.has(toolCallId)) {
      write({ type: 'tool-approval-request', approvalId: toolCallId, toolCallId });
      this.asked.add(toolCallId);
    }
    if (state === 'asking' || state === 'running' || this.ended.has(toolCallId)) return;
    this.ended.add(toolCallId);
    if (state === 'succeeded')
      write({ type: 'tool-output-available', toolCallId, output: resultOf(tool), dynamic: true });
    else if (state === 'denied' && this.asked.has(toolCallId)) write({ type: 'tool-output-denied', toolCallId });
    else write({ type: 'tool-output-error', toolCallId, errorText: errorTextOf(tool), dynamic: true });
  }

  private isAsking({ call, state, answered }: ToolEntry): boolean {
    return state === 'asking' && answered === null && !this.clicked.has(call);
  }

  private writeAnswer({ key, text }: Answer, write: Write): void {
    // An answer that was begun anew is another text: what was written can't be taken back.
    if (this.text && !text.startsWith(this.text.written)) this.endText(write);
    if (text === '' || text === this.text?.written) return;
    if (!this.text) {
      this.parts += 1;
      this.text = { id: `${key}-${this.parts}`, written: '' };
      write({ type: 'text-start', id: this.text.id });
    }
    write({ type: 'text-delta', id: this.text.id, delta: text.slice(this.text.written.length) });
    this.text = { ...this.text, written: text };
  }

  private endText(write: Write): void {
    if (this.text) write({ type: 'text-end', id: this.text.id });
    this.text = null;
  }

  private complete(turn: AnswerTurn, answer: Answer, write: Write): boolean {
    this.endText(write);
    for (const citation of answer.citations) write(sourcePart(citation));
    for (const part of dataParts(answer.key, answer.parts)) write(part);
    write({ type: 'message-metadata', messageMetadata: metadataOf(turn) });
    if (answer.state === 'failed') return fail(write, 'The answer could not be finished.');
    if (answer.state === 'stopped') write({ type: 'abort' });
    return this.finish(write);
  }

  private finish(write: Write): boolean {
    if (this.hasBegun) write({ type: 'finish-step' });
    if (this.hasBegun) write({ type: 'finish' });
    return true;
  }
}

function fail(write: Write, errorText: string): boolean {
  write({ type: 'error', errorText });
  return true;
}
