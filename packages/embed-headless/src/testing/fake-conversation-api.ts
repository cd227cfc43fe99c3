import type { AnswerOutcome, Author, Citation, Handler, LogEvent, Part, ToolManifest } from '@service/protocol';
import type { FakeToolResult } from './fake-tool-calls.js';

/** An answer besides its text. */
export interface FakeAnswer {
  /** @defaultValue 'answered' */
  readonly outcome?: AnswerOutcome | undefined;
  /** @defaultValue none */
  readonly citations?: readonly Citation[] | undefined;
  /**
   * True: the visitor is offered a person.
   * @defaultValue false
   */
  readonly offerPerson?: boolean | undefined;
  /**
   * Quick replies, cards, a form.
   * @defaultValue none
   */
  readonly parts?: readonly Part[] | undefined;
}

/** A running answer. */
export interface FakeStream {
  /** The next piece of the text. */
  write(text: string): void;
  /** Completes it with everything that was written. */
  complete(answer?: FakeAnswer): void;
}

/** One visitor's conversation. The test plays the agent and the people of the business. */
export interface FakeConversation {
  /** As `conversation` of the client’s state. */
  readonly id: string;
  /** The author of the visitor's messages. */
  readonly visitor: Author;
  /** All events, oldest first. The client shows nothing else. */
  readonly log: readonly LogEvent[];
  /** Who answers now. */
  readonly handler: Handler;
  /** The visitor has read up to this number; 0: nothing. */
  readonly read: number;
  /** How far people of the business have seen the log; 0: not at all. */
  readonly seen: number;
  /** The tools that the visitor's pages offer now. */
  readonly tools: readonly ToolManifest[];
  /** The pages' instructions for their tools; null: none. */
  readonly instructions: string | null;
  /**
   * The agent calls a tool of the page. Resolves with the result for the agent when the call has ended. If the tool asks the visitor,
   * call `client.resolveToolCall` before you await this. Never rejects.
   */
  callTool(name: string, args?: object): Promise<FakeToolResult>;
  /** The agent answers, all at once. */
  answer(text: string, answer?: FakeAnswer): void;
  /** Starts an answer; the test writes its text in pieces. */
  beginAnswer(): FakeStream;
  /** A person writes. The first message takes the conversation over. `name`: default Kim. */
  say(text: string, name?: string, parts?: readonly Part[]): void;
  /** The person ends the handoff; the agent answers again. */
  endHandoff(): void;
  /** Closes the conversation: it takes no more messages. */
  close(): void;
  /** A person opens the conversation: everything is seen. */
  markSeen(): void;
  /**
   * Sets the place of a visitor who waits for a person (`requestHuman`), also for pages that connect later.
   * @param position 1: next; null: far back
   * @param staffed a person of the business is online; default true
   * @throws when the visitor does not wait
   */
  setQueue(position: number | null, staffed?: boolean): void;
  /** A person starts (default) or stops typing. */
  type(on?: boolean): void;
}
