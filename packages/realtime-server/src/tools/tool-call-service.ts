/**
 * Runs tool calls. Every change reads the call, reduces it, and writes it back unless another node changed it meanwhile.
 * Then it notifies the page that has to act, the log, and the answerer that waits. Notifications may be lost, so every open
 * call is swept again and again until it has ended, by whichever node comes first.
 */
import type { Handler, LogEvent, LogKind, RandomBytes, ToolManifest, ToolServerFrame } from '@service/protocol';
import type { Bus } from '../bus/bus.js';
import type { AppendEvent } from '../conversation/log/append.js';
import type { InboxLookup } from '../inbox/inbox.js';
import { afterAbout, type Clock } from '../runtime/clock.js';
import { TOOL_CALL_LIMITS } from '../runtime/limits.js';
import { isCallable } from './allowed-tools.js';
import { choosePage, type OpenPage } from './choose-page.js';
import { isSettled, type ToolCallRecord } from './tool-call.js';
import { eventsOf } from './tool-call-events.js';
import { deadlineOf, reduceToolCall, type ToolCallInput } from './tool-call-reducer.js';
import { parseCallRow, parsePageRow, serializeCall, type ToolStore, type VersionedCall } from './tool-store.js';

export interface ToolCallServiceDeps {
  readonly store: ToolStore;
  readonly bus: Bus;
  readonly append: AppendEvent;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** The name of an inbox's answerer. */
  readonly agentName: (inbox: string) => string;
  readonly inboxes: Pick<InboxLookup, 'get'>;
  readonly onFailure: (error: unknown) => void;
}

/** After these events the answer that asked for the calls is over. */
const ENDS_CALLS: ReadonlySet<LogKind> = new Set(['handoff.requested', 'handoff.accepted', 'conversation.closed']);
const SWEEP_EVERY_MS = 1_000;
const AT_ONCE = 100;
/** How long a page counts as open after its node renewed it, and how often nodes renew. */
const PAGE_LIFE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;
/**
 * When a page that is no longer open is deleted. After a minute without the store no page counts as open, and the node that
 * is back first must not delete the pages of the others before they renew them.
 */
const PAGE_FORGOTTEN_MS = 3_600_000;

export class ToolCallService {
  /** Names this process in the list of open pages. */
  readonly node: string;
  private cancelSweep: (() => void) | null = null;
  private sweeping: Promise<void> | null = null;
  private renewAt = 0;
  stopped = false;

  constructor(readonly deps: ToolCallServiceDeps) {
    this.node = Buffer.from(deps.random(12)).toString('base64url');
  }

  start(): void {
    if (this.stopped) return;
    this.cancelSweep = afterAbout(this.deps.clock, SWEEP_EVERY_MS, () => this.start());
    this.sweeping ??= this.sweep()
      .catch((error: unknown) => this.deps.onFailure(error))
      .finally(() => {
        this.sweeping = null;
      });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelSweep?.();
    await this.sweeping;
  }

  /** The pages of a conversation that are open now. */
  async pages(conversation: string): Promise<readonly OpenPage[]> {
    return (await this.deps.store.pages(conversation, this.deps.clock.now())).map(parsePageRow);
  }

  pageExpiry(): number {
    return this.deps.clock.now() + PAGE_LIFE_MS;
  }

  newLease(): string {
    return `lea_${Buffer.from(this.deps.random(18)).toString('base64url')}`;
  }

  async read(conversation: string, id: string): Promise<ToolCallRecord | null> {
    const row = await this.deps.store.toolCall(conversation, id);
    return row ? parseCallRow(row).call : null;
  }

  /** The open calls of a conversation, oldest first. */
  async openCalls(conversation: string): Promise<readonly ToolCallRecord[]> {
    return (await this.deps.store.toolCalls(conversation, 'open')).map((row) => parseCallRow(row).call);
  }

  /** The open calls of a conversation and all of the run, oldest first. */
  async callsBeside(conversation: string, run: string): Promise<readonly ToolCallRecord[]> {
    return (await this.deps.store.toolCallsBeside(conversation, run)).map((row) => parseCallRow(row).call);
  }

  /**
   * Called after each commit. A visitor who writes instead of clicking has answered a confirmation with it, and when a
   * person takes over, no call runs on. Only the agent has open calls, so other messages need no query.
   */
  onLogEvent(conversation: string, { by, body }: LogEvent, handler: Handler): void {
    const isReply = body.kind === 'message' && by.kind === 'visitor' && handler === 'agent';
    if (!isReply && !ENDS_CALLS.has(body.kind)) return;
    this.cancelAll(conversation, isReply ? 'superseded' : 'cancelled').catch(this.deps.onFailure);
  }

  private async cancelAll(conversation: string, code: 'cancelled' | 'superseded'): Promise<void> {
    for (const { id } of await this.openCalls(conversation))
      await this.apply(conversation, id, { type: 'cancel', code });
  }

  /** Stores a new call and starts it. False when another attempt has taken over the answer. */
  async create(call: ToolCallRecord, attempt: number): Promise<boolean> {
    const { store, clock } = this.deps;
    const { conversation, id, run } = call;
    const result = await store.addToolCall({
      conversation,
      id,
      run,
      record: serializeCall(call),
      dueAt: call.silent ? null : clock.now(),
      open: !isSettled(call),
      attempt,
      at: clock.now(),
    });
    if (result === 'added') await this.advance(call);
    return result !== 'run-over';
  }

  /** Null when there is no such call; else the call after this input, or after a change by another node that came first. */
  async apply(conversation: string, id: string, input: ToolCallInput): Promise<ToolCallRecord | null> {
    const { store, clock } = this.deps;
    for (;;) {
      const row = await store.toolCall(conversation, id);
      if (!row) return null;
      const { call, revision } = parseCallRow(row);
      const next = reduceToolCall(call, input, clock.now());
      if (next === call) return call;
      if (!(await this.write({ call: next, revision }))) continue;
      this.cancelOnPage(call, next);
      await this.advance(next);
      return next;
    }
  }

  /** Calls `woken` whenever something may have changed with a call of the conversation. Returns the way to stop it. */
  watch(conversation: string, woken: () => void): Promise<() => void> {
    return this.deps.bus.subscribe(conversation, (message) => {
      if (message.kind === 'tool') woken();
    });
  }

  /** To one page, or to all (`to` is null). May be lost. */
  sendToPage(conversation: string, to: string | null, frame: ToolServerFrame): void {
    this.deps.bus.publish(conversation, { kind: 'tool.frame', to, frame });
  }

  /** Does what can be done for a call now: finds a page, notifies it (again), writes events into the log. */
  async advance(call: ToolCallRecord): Promise<void> {
    await this.publishEvents(call);
    this.deps.bus.publish(call.conversation, { kind: 'tool' });
    switch (call.phase.at) {
      case 'queued':
        return this.dispatchNextQueued(call.conversation);
      case 'offered':
        return call.tab === null ? this.findPage(call) : this.notifyPage(call);
      case 'granted':
        return this.notifyPage(call);
      case 'settled':
        return call.serial ? this.dispatchNextQueued(call.conversation) : undefined;
      default:
        return;
    }
  }

  /** Whether a page's tool is the one that is called, and its inbox lets the page offer it. */
  isToolOf({ name, inbox }: ToolCallRecord, tool: ToolManifest): boolean {
    const rules = this.deps.inboxes.get(inbox)?.tools;
    return tool.name === name && rules !== undefined && isCallable(rules, tool);
  }

  private async findPage(call: ToolCallRecord): Promise<void> {
    const page = choosePage(await this.pages(call.conversation), (tool) => this.isToolOf(call, tool));
    if (page) await this.apply(call.conversation, call.id, { type: 'dispatch', tab: page.tab });
  }

  /** Sends the offer or the grant to the page that has the call. */
  private async notifyPage(call: ToolCallRecord): Promise<void> {
    const page = (await this.pages(call.conversation)).find(({ tab }) => tab === call.tab);
    // The page left after it was chosen, or its node died before it could report that.
    if (!page) return void (await this.reportPageGone(call));
    const { conversation, id, attempt, name, args, hash, key, phase, decision, timeoutMs } = call;
    const about = { conversation, call: id, attempt, name, args, hash };
    if (phase.at === 'offered') this.sendToPage(conversation, page.socket, { t: 'tool.offer', ...about });
    else if (phase.at === 'granted') {
      const confirmedBy = decision ? 'user' : 'none';
      this.sendToPage(conversation, page.socket, {
        t: 'tool.grant',
        ...about,
        lease: phase.lease,
        key,
        timeoutMs,
        confirmedBy,
      });
    }
  }

  private async reportPageGone({ conversation, id, tab, phase }: ToolCallRecord): Promise<void> {
    const known = 'goneBy' in phase && phase.goneBy !== null;
    if (tab !== null && !known) await this.apply(conversation, id, { type: 'gone', tab });
  }

  /** Serial calls run one at a time: dispatches the oldest when none is in progress. */
  private async dispatchNextQueued(conversation: string): Promise<void> {
    const calls = (await this.openCalls(conversation)).filter(({ serial }) => serial);
    const [first] = calls.filter(({ phase }) => phase.at === 'queued');
    if (!first || calls.some(({ phase }) => phase.at !== 'queued')) return;
    await this.apply(conversation, first.id, { type: 'dispatch', tab: null });
  }

  /** A page that no longer has the call must stop. */
  private cancelOnPage(before: ToolCallRecord, after: ToolCallRecord): void {
    const { tab, phase, conversation, id } = before;
    if (tab === null || phase.at === 'queued' || (after.tab === tab && !isSettled(after))) return;
    this.pages(conversation).then(
      (pages) => {
        const page = pages.find((each) => each.tab === tab);
        if (page) this.sendToPage(conversation, page.socket, { t: 'tool.cancel', conversation, call: id });
      },
      // The page learns of it from the log too.
      () => undefined,
    );
  }

  private async publishEvents(call: ToolCallRecord): Promise<void> {
    const events = eventsOf(call, this.deps.agentName(call.inbox));
    if (call.published >= events.length) return;
    for (const { by, clientId, body } of events.slice(call.published))
      await this.deps.append(call.conversation, by, clientId, body);
    await this.recordPublished(call.conversation, call.id, events.length);
  }

  /** Changes only the number of published events: a change that was made meanwhile stays. */
  private async recordPublished(conversation: string, id: string, published: number): Promise<void> {
    for (;;) {
      const row = await this.deps.store.toolCall(conversation, id);
      if (!row) return;
      const { call, revision } = parseCallRow(row);
      if (call.published >= published || (await this.write({ call: { ...call, published }, revision }))) return;
    }
  }

  private write({ call, revision }: VersionedCall): Promise<boolean> {
    const { conversation, id } = call;
    return this.deps.store.updateToolCall({
      conversation,
      id,
      revision,
      record: serializeCall(call),
      dueAt: this.dueAt(call),
      open: !isSettled(call),
    });
  }

  /** When the sweep has to come back to it; null when there is nothing more to do. */
  private dueAt(call: ToolCallRecord): number | null {
    const soon = this.deps.clock.now() + TOOL_CALL_LIMITS.toolRepeatMs;
    const isUnpublished = call.published < eventsOf(call, '').length;
    if (isSettled(call)) return isUnpublished ? soon : null;
    const deadline = deadlineOf(call) ?? Number.POSITIVE_INFINITY;
    const repeats = call.phase.at !== 'asking' && call.phase.at !== 'running';
    return repeats || isUnpublished ? Math.min(deadline, soon) : deadline;
  }

  private async sweep(): Promise<void> {
    const { store, clock } = this.deps;
    const now = clock.now();
    if (now >= this.renewAt) {
      await store.renewPages(this.node, this.pageExpiry(), now - PAGE_FORGOTTEN_MS);
      this.renewAt = now + RENEW_EVERY_MS;
    }
    for (const row of await store.claimDueToolCalls(now, now + TOOL_CALL_LIMITS.toolRepeatMs, AT_ONCE)) {
      const { call } = parseCallRow(row);
      const after = await this.apply(call.conversation, call.id, { type: 'tick' });
      // No deadline has passed: notify the page, and publish the events, once more.
      if (after && after.phase.at === call.phase.at) await this.advance(after);
    }
  }
}
