/**
 * Tool calls by the steps of the real server: offered to one page, claimed, confirmed by the visitor if the tool asks, granted under a
 * lease, settled by the first result. No timeouts: a call waits for its page as long as the test does.
 */
import {
  type ConfirmView,
  canonicalJson,
  checkArguments,
  decisionMs,
  executionMs,
  type LogBody,
  type ServerFrame,
  sha256,
  shownResult,
  type ToolClientFrame,
  type ToolError,
  type ToolManifest,
  type ToolReport,
  type ToolServerFrame,
  toolError,
} from '@service/protocol';

/** What the agent gets: the tool's result as it came over the wire, or why there is none. */
export type FakeToolResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: true; readonly omitted: 'too_large' | 'not_serializable' | 'not_expected' }
  | { readonly ok: false; readonly error: ToolError };

/** A connected page that may offer tools. */
export interface FakePage {
  send(frame: ServerFrame): void;
}

export interface ToolCallsHost {
  readonly conversation: string;
  /** The connected pages in the order of connecting. */
  pages(): readonly FakePage[];
  /** Writes an event of the call `about` into the log. */
  append(by: 'agent' | 'visitor' | 'system', about: string, body: LogBody): void;
  newId(prefix: string): string;
}

type Phase = 'offered' | 'asking' | 'granted' | 'settled';

interface Call {
  readonly id: string;
  readonly tool: ToolManifest;
  readonly args: string;
  readonly hash: string;
  readonly key: string;
  readonly done: (result: FakeToolResult) => void;
  phase: Phase;
  page: FakePage | null;
  attempt: number;
  lease: string | null;
  confirmed: boolean;
}

export class FakeToolCalls {
  private readonly offers = new Map<FakePage, Extract<ToolClientFrame, { t: 'tools' }>>();
  private readonly calls = new Map<string, Call>();

  constructor(private readonly host: ToolCallsHost) {}

  /** What the open pages offer, the latest page's first where two have one name. */
  offered(): readonly ToolManifest[] {
    const found = new Map<string, ToolManifest>();
    for (const page of this.openPages())
      for (const tool of this.offers.get(page)?.tools ?? []) if (!found.has(tool.name)) found.set(tool.name, tool);
    return [...found.values()];
  }

  instructions(): string | null {
    for (const page of this.openPages()) {
      const instructions = this.offers.get(page)?.instructions;
      if (instructions) return instructions;
    }
    return null;
  }

  call(name: string, args: object): Promise<FakeToolResult> {
    const failed = (...error: Parameters<typeof toolError>): Promise<FakeToolResult> =>
      Promise.resolve({ ok: false, error: toolError(...error) });
    const tool = this.offered().find((each) => each.name === name);
    if (!tool) return failed('not_registered');
    const text = canonicalJson(args);
    const schema: unknown =
      tool.parameters === undefined ? { additionalProperties: false } : JSON.parse(tool.parameters);
    const issues = checkArguments(schema, JSON.parse(text));
    if (issues.length > 0) return failed('invalid_arguments', { issues });
    const { newId, append, conversation } = this.host;
    const id = newId('call');
    return new Promise((done) => {
      const call: Call = {
        id,
        tool,
        args: text,
        hash: sha256(text),
        key: sha256(`${conversation}/${id}`),
        done,
        phase: 'offered',
        page: null,
        attempt: 1,
        lease: null,
        confirmed: false,
      };
      this.calls.set(id, call);
      const { title, effects } = tool;
      const about = { call: id, run: newId('run'), name, args: text, effects };
      append('agent', id, { kind: 'tool.called', ...about, ...(title !== undefined && { title }) });
      this.sendCall(call);
    });
  }

  /** Ends what is open. What was begun may have been carried out. */
  cancel(code: 'cancelled' | 'superseded'): void {
    for (const call of this.calls.values()) {
      if (code === 'superseded' && call.phase !== 'asking') continue;
      this.fail(
        call,
        toolError(
          code,
          call.phase === 'granted' ? { outcome: call.tool.effects === 'read' ? 'failed' : 'unknown' } : {},
        ),
      );
    }
  }

  /** The page is gone. Calls that may run twice are offered to the next page; the outcome of the others is unknown. */
  lose(page: FakePage): void {
    this.offers.delete(page);
    for (const call of this.calls.values()) {
      if (call.page !== page || call.phase === 'settled' || call.phase === 'asking') continue;
      if (call.phase === 'granted' && call.tool.effects === 'once') {
        this.fail(call, toolError('client_gone'));
        continue;
      }
      call.phase = 'offered';
      call.lease = null;
      this.sendCall(call);
    }
  }

  receive(page: FakePage, frame: ToolClientFrame): void {
    switch (frame.t) {
      case 'tools':
        this.offers.set(page, frame);
        // The page may have a tool that a call waits for, or may be back after a reconnect.
        for (const call of this.calls.values()) if (!call.page || !this.isOpen(call.page)) this.sendCall(call);
        return;
      case 'tools.focus':
        return;
      case 'tool.progress': {
        const { lease: _lease, ...progress } = frame;
        for (const each of this.host.pages()) each.send(progress);
        return;
      }
      default: {
        const call = this.calls.get(frame.call);
        if (call && call.phase !== 'settled') this.about(call, page, frame);
      }
    }
  }

  private about(
    call: Call,
    page: FakePage,
    frame: Exclude<ToolClientFrame, { t: 'tools' | 'tools.focus' | 'tool.progress' }>,
  ): void {
    switch (frame.t) {
      case 'tool.claim':
        if (call.phase === 'offered' && call.page === page && frame.attempt === call.attempt)
          this.claimed(call, frame.confirm);
        return;
      case 'tool.refuse':
        if (call.phase === 'offered' && call.page === page)
          this.fail(call, toolError(frame.code, frame.issues && { issues: frame.issues }));
        return;
      case 'tool.decide':
        if (call.phase !== 'asking' || frame.hash !== call.hash) return;
        this.host.append('visitor', `${call.id}:decided`, {
          kind: 'tool.decided',
          call: call.id,
          hash: call.hash,
          approved: frame.approved,
        });
        if (!frame.approved) return this.fail(call, toolError('denied'));
        call.confirmed = true;
        if (this.offers.get(page)?.tools.some(({ name }) => name === call.tool.name)) call.page = page;
        return this.grant(call);
      case 'tool.started':
        if (frame.lease === call.lease && call.tool.expectsResult === false)
          this.succeed(call, { ok: true, omitted: 'not_expected' });
        return;
      case 'tool.result':
        if (frame.lease === call.lease) this.reported(call, frame.report);
    }
  }

  private claimed(call: Call, view: ConfirmView | null): void {
    const { id, tool, hash } = call;
    if (!view && tool.confirm !== 'always') return this.grant(call);
    call.phase = 'asking';
    this.host.append('system', `${id}:asked`, {
      kind: 'tool.asked',
      call: id,
      hash,
      view: view ?? { title: tool.title ?? tool.name },
      // Not enforced here.
      expiresAt: Date.now() + decisionMs(tool),
    });
  }

  private grant(call: Call): void {
    call.phase = 'granted';
    call.lease = this.host.newId('lea');
    this.sendCall(call);
  }

  private reported(call: Call, report: ToolReport): void {
    if (!report.ok) {
      const { code, outcome, message } = report;
      return this.fail(call, toolError(code, { outcome, ...(message !== undefined && { message }) }));
    }
    if ('json' in report) return this.succeed(call, { ok: true, value: JSON.parse(report.json) }, report.json);
    this.succeed(call, report);
  }

  private succeed(call: Call, result: FakeToolResult, json?: string): void {
    this.settle(call, { kind: 'tool.settled', call: call.id, state: 'succeeded', ...shownResult(json) }, result);
  }

  private fail(call: Call, error: ToolError): void {
    if (call.phase === 'settled') return;
    const { code, outcome } = error;
    const state = code === 'denied' ? 'denied' : 'failed';
    this.settle(call, { kind: 'tool.settled', call: call.id, state, code, outcome }, { ok: false, error });
  }

  private settle(call: Call, body: LogBody, result: FakeToolResult): void {
    call.phase = 'settled';
    // The page must stop the call, or may forget it.
    if (call.page) this.send(call.page, { t: 'tool.cancel', conversation: this.host.conversation, call: call.id });
    this.host.append('system', `${call.id}:settled`, body);
    call.done(result);
  }

  /** Sends the offer or the grant to the page that has the call, or to one with the tool. */
  private sendCall(call: Call): void {
    const { id, tool, args, hash, key } = call;
    const has = (page: FakePage): boolean =>
      this.offers.get(page)?.tools.some(({ name }) => name === tool.name) ?? false;
    if (!call.page || !this.isOpen(call.page)) {
      const next = this.openPages().find(has) ?? null;
      if (call.page && next && call.phase === 'offered') call.attempt += 1;
      call.page = next;
    }
    const about = {
      conversation: this.host.conversation,
      call: id,
      attempt: call.attempt,
      name: tool.name,
      args,
      hash,
    };
    if (!call.page) return;
    if (call.phase === 'offered') this.send(call.page, { t: 'tool.offer', ...about });
    else if (call.phase === 'granted' && call.lease)
      this.send(call.page, {
        t: 'tool.grant',
        ...about,
        lease: call.lease,
        key,
        timeoutMs: executionMs(tool),
        confirmedBy: call.confirmed ? 'user' : 'none',
      });
  }

  private send(page: FakePage, frame: ToolServerFrame): void {
    page.send(frame);
  }

  /** The latest first. */
  private openPages(): readonly FakePage[] {
    return this.host.pages().toReversed();
  }

  private isOpen(page: FakePage): boolean {
    return this.host.pages().includes(page);
  }
}
