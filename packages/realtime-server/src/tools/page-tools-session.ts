/**
 * The tools of one open page, from its first `tools` frame to the end of its socket: what it offers, and what it reports about
 * its calls. The gateway has checked that the conversation belongs to the page's visitor.
 */
import type { ToolClientFrame, ToolServerFrame } from '@service/protocol';
import type { ToolCallService } from './tool-call-service.js';

type Frame<T extends ToolClientFrame['t']> = Extract<ToolClientFrame, { t: T }>;

/** After the store didn't take that a page is gone. */
const END_AGAIN_MS = 5_000;

export class PageToolsSession {
  /** The conversation it offers tools in. A page that moved to another one offers nothing in the one before. */
  private conversation: string | null = null;

  constructor(
    private readonly room: ToolCallService,
    /** As the page named itself in its hello. */
    readonly tab: string,
    /** The name of its socket on the bus. */
    private readonly socket: string,
    /** To this very socket, also about conversations that it no longer follows. */
    private readonly reply: (frame: ToolServerFrame) => void,
  ) {}

  async offer({ conversation, tools, instructions, visible }: Frame<'tools'>): Promise<void> {
    const { room, tab, socket } = this;
    const { store, clock } = room.deps;
    if (this.conversation !== null && this.conversation !== conversation) await this.close();
    this.conversation = conversation;
    const now = clock.now();
    const names = new Set<string>();
    const first = tools.filter(({ name }) => !names.has(name) && names.add(name));
    await store.setPage({
      conversation,
      tab,
      socket,
      node: room.node,
      offer: JSON.stringify({ tools: first, instructions }),
      visible,
      focusedAt: visible ? now : 0,
      until: room.pageExpiry(),
    });
    for (const call of await room.openCalls(conversation)) {
      const after = await room.apply(conversation, call.id, { type: 'back', tab });
      // The page may have missed a frame, or be the page that a call was waiting for.
      if (after && (after.tab === tab || after.tab === null)) await room.advance(after);
    }
  }

  async focus(): Promise<void> {
    const { store, clock } = this.room.deps;
    if (this.conversation) await store.touchPage(this.conversation, this.tab, { focusedAt: clock.now() });
  }

  /** The visitor writes on this page: calls that follow from it should run here. */
  async noteMessage(conversation: string): Promise<void> {
    const { store, clock } = this.room.deps;
    if (this.conversation === conversation) await store.touchPage(conversation, this.tab, { spokeAt: clock.now() });
  }

  async claim({ conversation, call, attempt, confirm }: Frame<'tool.claim'>): Promise<void> {
    const { room, tab } = this;
    await room.apply(conversation, call, { type: 'claim', tab, attempt, view: confirm, lease: room.newLease() });
  }

  async refuse({ conversation, call, attempt, code, issues }: Frame<'tool.refuse'>): Promise<void> {
    const { room, tab } = this;
    await room.apply(conversation, call, { type: 'refuse', tab, attempt, code, ...(issues && { issues }) });
  }

  async decide({ conversation, call, hash, approved, reason }: Frame<'tool.decide'>): Promise<void> {
    const { room } = this;
    const known = await room.read(conversation, call);
    if (!known) return;
    const pages = await room.pages(conversation);
    const has = (tab: string | null) =>
      pages.some((page) => page.tab === tab && page.tools.some((tool) => room.isToolOf(known, tool)));
    // The page where the person clicked, if it has the tool; else the page it was offered to, if that is still open.
    const tab = has(this.tab) ? this.tab : has(known.tab) ? known.tab : null;
    await room.apply(conversation, call, {
      type: 'decide',
      hash,
      approved,
      ...(reason !== undefined && { reason }),
      tab,
      lease: room.newLease(),
    });
  }

  async started({ conversation, call, lease }: Frame<'tool.started'>): Promise<void> {
    const after = await this.room.apply(conversation, call, { type: 'start', lease });
    const phase = after?.phase;
    // The lease is no longer this page's: it must stop.
    if (!phase || !('lease' in phase) || phase.lease !== lease) this.cancelOnPage(conversation, call);
  }

  async progress({ conversation, call, lease, text, fraction }: Frame<'tool.progress'>): Promise<void> {
    const { room } = this;
    const known = await room.read(conversation, call);
    if (known?.phase.at !== 'running' || known.phase.lease !== lease) return;
    room.sendToPage(conversation, null, {
      t: 'tool.progress',
      conversation,
      call,
      ...(text !== undefined && { text }),
      ...(fraction !== undefined && { fraction }),
    });
  }

  async result({ conversation, call, lease, report }: Frame<'tool.result'>): Promise<void> {
    await this.room.apply(conversation, call, { type: 'report', lease, report });
    // Accepted or too late: the page need not send it again.
    this.cancelOnPage(conversation, call);
  }

  /** The socket has ended, or the page offers its tools in another conversation from now on. */
  async close(): Promise<void> {
    const { conversation } = this;
    if (conversation === null) return;
    this.conversation = null;
    await this.endIn(conversation);
  }

  private async endIn(conversation: string): Promise<void> {
    const { room, tab, socket } = this;
    try {
      // The same page may be connected on another socket already.
      if (!(await room.deps.store.removePage(conversation, tab, socket))) return;
    } catch (error) {
      this.endLater(conversation);
      throw error;
    }
    for (const call of await room.openCalls(conversation))
      if (call.tab === tab) await room.apply(conversation, call.id, { type: 'gone', tab });
  }

  /** While the page counts as open, calls go to it. */
  private endLater(conversation: string): void {
    const { deps } = this.room;
    deps.clock.after(END_AGAIN_MS, () => {
      // The page may offer its tools there again.
      if (!this.room.stopped && this.conversation !== conversation) this.endIn(conversation).catch(deps.onFailure);
    });
  }

  private cancelOnPage(conversation: string, call: string): void {
    this.reply({ t: 'tool.cancel', conversation, call });
  }
}
