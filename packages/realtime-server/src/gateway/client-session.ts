/**
 * Somebody at a socket: whose session it is, which conversation they are in, and what they follow there. One for each open
 * socket, also of the thousands that say nothing all day: so its parts are methods, and what few need is made when needed.
 */
import { type Author, CLOSE, type CloseRule, type RequestErrorCode, type ServerFrame } from '@service/protocol';
import { LogSubscriber, type Outlet, type Reader } from '../conversation/log/log-subscriber.js';
import { type OpenSession, ownConversation } from '../conversation/sessions/sessions.js';
import type { Conversation, Progress } from '../store/store.js';
import type { PageToolsSession } from '../tools/page-tools-session.js';
import type { SessionBudgets } from './admission/admission-control.js';
import type { Cursor, GatewayDeps, Visit } from './frames/frame-handler.js';

/** The socket, as its visit needs it. */
export interface SessionSocket {
  /** Names it on the bus. */
  readonly self: string;
  /** Unix milliseconds. */
  readonly openedAt: number;
  readonly out: Outlet;
  readonly isOver: boolean;
  send(frame: ServerFrame): void;
  refuse(code: RequestErrorCode, re?: string, retryAfterMs?: number): void;
  close(rule: CloseRule): void;
  /** A log could not be read on. */
  brokeOff(error: unknown): void;
}

export class OpenVisit implements Visit, Reader {
  private followers: readonly LogSubscriber[] = [];
  /** Conversations of this visitor that are known to be erased. */
  private readonly gone = new Set<string>();

  constructor(
    readonly deps: GatewayDeps,
    private readonly socket: SessionSocket,
    public session: OpenSession,
    readonly seat: PageToolsSession,
    readonly budgets: SessionBudgets,
  ) {}

  get self(): string {
    return this.socket.self;
  }

  get page(): string {
    return this.seat.tab;
  }

  get isOver(): boolean {
    return this.socket.isOver;
  }

  get openedAt(): number {
    return this.socket.openedAt;
  }

  send(frame: ServerFrame): void {
    this.socket.send(frame);
  }

  refuse(code: RequestErrorCode, re?: string, retryAfterMs?: number): void {
    this.socket.refuse(code, re, retryAfterMs);
  }

  close(rule: CloseRule): void {
    this.socket.close(rule);
  }

  async owns(conversation: string): Promise<boolean> {
    return this.isHere(conversation) || (await this.find(conversation)) !== null;
  }

  async find(conversation: string): Promise<Conversation | null> {
    const found = await ownConversation(this.deps.store, this.session, conversation);
    if (found?.erased) this.tellErased(conversation);
    return found?.erased ? null : found;
  }

  async writerIn(conversation: string): Promise<Author | null> {
    const { visitor } = this.session;
    if (this.isHere(conversation)) return visitor;
    const found = await this.find(conversation);
    return found && { ...visitor, id: found.writer };
  }

  follow(conversation: string, cursor: Cursor | null): void {
    if (this.socket.isOver) return;
    this.leave(conversation);
    const follower = new LogSubscriber(this.deps, conversation, this.socket.out, this.self, this);
    this.followers = this.followers.concat(follower);
    // Not awaited: a long replay must not hold up what the visitor sends meanwhile.
    follower.begin(cursor).catch((error: unknown) => this.failed(error));
  }

  enter({ id, writer }: Conversation): void {
    this.end();
    const { session } = this;
    this.session = { ...session, conversation: id, visitor: { ...session.visitor, id: writer } };
  }

  /** Also to who was told before: what they do next may depend on hearing it right now. */
  tellErased(conversation: string): void {
    this.gone.add(conversation);
    this.leave(conversation);
    this.send({ t: 'erased', conversation });
  }

  erased(conversation: string): void {
    this.tellErased(conversation);
    // A client that doesn't know the word comes back as well, and finds itself in another conversation.
    if (conversation === this.session.conversation) this.close(CLOSE.insufficientState);
  }

  failed(error: unknown): void {
    this.socket.brokeOff(error);
  }

  followed(): readonly string[] {
    return this.followers.map(({ conversation }) => conversation);
  }

  /** How far the conversations that are followed go; each follower reads on if need be. Those not known are missing. */
  learn(heads: ReadonlyMap<string, Progress>): Record<string, number> {
    const told: Record<string, number> = {};
    for (const follower of this.followers) {
      const progress = heads.get(follower.conversation);
      if (!progress) continue;
      told[follower.conversation] = progress.head;
      follower.learn(progress);
    }
    return told;
  }

  /** Nothing is followed any longer. */
  end(): void {
    for (const follower of this.followers) follower.end();
    this.followers = [];
  }

  private isHere(conversation: string): boolean {
    return conversation === this.session.conversation && !this.gone.has(conversation);
  }

  private leave(conversation: string): void {
    this.followers.find((follower) => follower.conversation === conversation)?.end();
    this.followers = this.followers.filter((follower) => follower.conversation !== conversation);
  }
}
