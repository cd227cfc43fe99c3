/**
 * Calls of the page's functions, as this page sees them: it offers what it has, claims what it is offered, runs what it is
 * granted, and reports. It runs nothing twice: what it has been granted it answers from memory, and what an earlier
 * load of this page had begun it finds noted down (tool-journal.ts).
 */
import {
  type AnyTool,
  type LocalToolRunner,
  type LogBody,
  readToolFrame,
  sha256,
  TOOL_LIMITS,
  type ToolGrantFrame,
  type ToolManifest,
  type ToolOfferFrame,
  type ToolReport,
  type ToolRunner,
} from '@service/protocol';
import type { ToolEntry } from '../../api/chat-state.js';
import type { Feature, ForeignFrame } from '../../state/feature.js';
import type { Run } from '../../state/transition.js';
import { carryOut } from './effects.js';
import type { JournalEntry } from './journal.js';
import { type PageAsks, type PageIsDone, type ShownQuestion, shownQuestion, withQuestions } from './page-questions.js';
import { type Underway, withTools } from './tool-entries.js';

/** The functions of the page around this document, and the way to them. */
export interface PageOfTools {
  readonly runner: ToolRunner;
  readonly manifests: readonly ToolManifest[];
  readonly instructions: string | null;
}

/** The page around this document has functions; which ones, it says in a moment. */
export interface PageToCome {
  readonly coming: true;
}

/** What was registered once: the same object ends it. */
export interface Registered {
  readonly tool: AnyTool | PageOfTools | PageToCome | PageAsks | PageIsDone;
  readonly instructions?: string | undefined;
}

/** A call that this page has been given. */
interface HeldCall {
  readonly conversation: string;
  readonly name: string;
  readonly lease: string;
  readonly report: ToolReport | null;
}

/** A click. Said again on every connection until the log has it: it must not be lost with a socket. */
interface Decision {
  readonly conversation: string;
  readonly hash: string;
  readonly approved: boolean;
  readonly reason?: string;
}

export interface ToolsPart extends Underway {
  readonly registered: readonly Registered[];
  /** What is offered, once it has been looked over; null: nothing was registered yet. */
  readonly page: PageOfTools | null;
  /** Something was registered that `page` does not show yet: until this moment what the visitor writes waits for it. */
  readonly awaited: number | null;
  /** What looks them over could not be fetched: it is tried again with the next connection. */
  readonly missing: boolean;
  readonly held: Readonly<Record<string, HeldCall>>;
  /** Leases that are over: word of them may still be on its way to us, and must start nothing. */
  readonly over: readonly string[];
  /** Offers that the page looks at now, as `call/attempt`. */
  readonly looking: readonly string[];
  readonly decisions: Readonly<Record<string, Decision>>;
  readonly questions: readonly ShownQuestion[];
  /** What an earlier load of this page had begun has been looked for. */
  readonly recalled: boolean;
}

export type ToolsInput =
  /** `until`: what the visitor writes waits for it, so long at most. */
  | { readonly type: 'register'; readonly of: Registered; readonly gone?: true; readonly until?: number }
  | {
      readonly type: 'benched';
      readonly of: readonly Registered[];
      readonly bench: LocalToolRunner;
      readonly complaints: readonly string[];
    }
  | { readonly type: 'unbenched' }
  /** The visitor looks at this page again. */
  | { readonly type: 'looked' }
  | {
      readonly type: 'prepared';
      readonly offer: ToolOfferFrame;
      readonly prepared: Awaited<ReturnType<ToolRunner['prepare']>>;
    }
  | { readonly type: 'reported'; readonly call: string; readonly lease: string; readonly report: ToolReport }
  | { readonly type: 'progressed'; readonly call: string; readonly text?: string; readonly fraction?: number }
  | { readonly type: 'recalled'; readonly entries: readonly JournalEntry[] }
  | {
      readonly type: 'decide';
      readonly entry: Pick<ToolEntry, 'call' | 'args'>;
      readonly approved: boolean;
      readonly reason?: string | undefined;
    };

export type ToolsEffect =
  | { readonly do: 'bench'; readonly of: readonly Registered[] }
  | { readonly do: 'prepare'; readonly runner: ToolRunner; readonly offer: ToolOfferFrame }
  | { readonly do: 'run'; readonly runner: ToolRunner; readonly grant: ToolGrantFrame }
  | { readonly do: 'end'; readonly call: string }
  | { readonly do: 'answer'; readonly of: PageAsks; readonly approved: boolean }
  | { readonly do: 'recall' };

export const tools: Feature<'tools'> = {
  part: {
    registered: [],
    page: null,
    awaited: null,
    missing: false,
    held: {},
    over: [],
    looking: [],
    decisions: {},
    questions: [],
    recalled: false,
    progress: {},
    answered: {},
  },
  take(run, input) {
    const until = ('until' in input && input.until) || run.part('tools').awaited;
    taken(run, input);
    if (until && run.part('tools').awaited === null) release(run, until);
  },
  view: (part, { timeline }, { log }) => ({
    timeline: withQuestions(withTools(timeline, log?.events ?? [], part), part.questions),
  }),
  heard,
  live(run) {
    offer(run);
    const { held, decisions, registered, missing, awaited } = run.part('tools');
    for (const [call, { conversation, lease, report }] of Object.entries(held)) {
      if (report) run.send({ t: 'tool.result', conversation, call, lease, report });
      else run.send({ t: 'tool.started', conversation, call, lease });
    }
    const ended = run.model.log?.events.flatMap(({ body }) => (hasDecision(body) ? body.call : [])) ?? [];
    const unheard = Object.entries(decisions).filter(([call]) => !ended.includes(call));
    run.setPart('tools', { decisions: Object.fromEntries(unheard) });
    for (const [call, decision] of unheard) run.send({ t: 'tool.decide', call, ...decision });
    // There is a network again.
    if (missing) lookOver(run, registered);
    // With the offer, where one is to come.
    if (awaited === null) recall(run);
  },
  left(run) {
    run.setPart('tools', { progress: {}, answered: {}, decisions: {} });
  },
  fenced(run) {
    // Nobody answers for somebody who has left.
    for (const { of, entry } of run.part('tools').questions)
      if (entry.state === 'asking') act(run, { do: 'answer', of, approved: false });
    for (const call of Object.keys(run.part('tools').held)) act(run, { do: 'end', call });
  },
  // What a page can do, it can do for whoever comes next.
  stays: ({ registered, page, awaited, missing }) => ({ registered, page, awaited, missing }),
  act: carryOut,
};

const PART_MISSING = {
  code: 'part_unavailable',
  message: 'The functions of the page can’t be offered: a part of the chat could not be loaded.',
} as const;
/** So many ended leases are remembered; a server repeats itself for seconds, not for hundreds of calls. */
const LEASES_REMEMBERED = 100;

function taken(run: Run, input: ToolsInput): void {
  switch (input.type) {
    case 'register':
      return register(run, input);
    case 'benched':
      return benched(run, input);
    case 'unbenched':
      run.setPart('tools', { awaited: null, missing: true });
      run.do({ do: 'emit', name: 'error', detail: PART_MISSING });
      return recall(run);
    case 'looked':
      if (run.part('tools').page) run.sendIfUsable({ t: 'tools.focus' });
      return;
    case 'prepared':
      return prepared(run, input);
    case 'reported':
      return reported(run, input);
    case 'progressed':
      return progressed(run, input);
    case 'recalled':
      for (const { conversation, call, lease, report } of input.entries)
        run.sendIfUsable({
          t: 'tool.result',
          conversation,
          call,
          lease,
          // Begun, and not ended where anybody could see it.
          report: report ?? { ok: false, code: 'client_gone', outcome: 'unknown' },
        });
      return;
    case 'decide':
      return decide(run, input);
  }
}

function register(run: Run, { of, gone, until }: Extract<ToolsInput, { type: 'register' }>): void {
  if ('asks' in of.tool) return ask(run, of.tool, gone);
  if ('over' in of.tool) return over(run, of.tool);
  if (until !== undefined) hold(run, until);
  // Its offer follows.
  if ('coming' in of.tool) return;
  const others = run.part('tools').registered.filter((each) => each !== of);
  const registered = gone ? others : [...others, of];
  run.setPart('tools', { registered });
  // The page around this document says all that it has, each time anew.
  if (!gone && 'runner' in of.tool) {
    run.setPart('tools', { registered: [of], page: of.tool, awaited: null });
    offer(run);
  } else lookOver(run, registered);
}

function lookOver(run: Run, of: readonly Registered[]): void {
  run.setPart('tools', { missing: false });
  act(run, { do: 'bench', of });
}

function ask(run: Run, of: PageAsks, gone: true | undefined): void {
  const { questions } = run.part('tools');
  if (gone) return run.setPart('tools', { questions: questions.filter((each) => each.of !== of) });
  const asked = run.model.requestCount + 1;
  const shown = shownQuestion(of, `page:${asked}`, run.model.log?.applied ?? 0, run.around.now);
  run.set({ requestCount: asked });
  run.setPart('tools', { questions: [...questions, shown] });
}

function over(run: Run, { over: of, state }: PageIsDone): void {
  changeQuestion(run, of, { state });
}

function changeQuestion(run: Run, of: PageAsks, change: Partial<ToolEntry>): void {
  const questions = run
    .part('tools')
    .questions.map((each) => (each.of === of ? { of, entry: { ...each.entry, ...change } } : each));
  run.setPart('tools', { questions });
}

/** What the visitor writes from here on waits until the page has said what it can do, or takes too long. */
function hold(run: Run, until: number): void {
  const { outbox } = run.model;
  run.setPart('tools', { awaited: until });
  run.set({ outbox: { ...outbox, notBefore: Math.max(outbox.notBefore, until) } });
}

/** A longer pause, which the server has asked for, stays. */
function release(run: Run, until: number): void {
  const { outbox } = run.model;
  if (outbox.notBefore <= until) run.set({ outbox: { ...outbox, notBefore: 0 } });
}

function benched(run: Run, { of, bench, complaints }: Extract<ToolsInput, { type: 'benched' }>): void {
  // Others have been registered meanwhile; those are being looked over.
  if (of !== run.part('tools').registered) return;
  const said = [...new Set(of.flatMap(({ instructions }) => instructions?.trim() || []))].join('\n');
  const instructions = said === '' ? null : said.slice(0, TOOL_LIMITS.toolInstructions);
  run.setPart('tools', { page: { runner: bench, manifests: bench.manifests, instructions }, awaited: null });
  for (const message of complaints) run.do({ do: 'emit', name: 'error', detail: { code: 'config_invalid', message } });
  offer(run);
}

function offer(run: Run): void {
  const { page } = run.part('tools');
  const { conversation, log } = run.model;
  if (!page || !conversation || !log?.live) return;
  const { manifests, instructions } = page;
  run.sendIfUsable({ t: 'tools', conversation, tools: manifests, instructions, visible: run.around.visible });
  recall(run);
}

/** Once in the life of a page: what was begun by one that is gone is said, so that nobody waits for it. */
function recall(run: Run): void {
  if (run.part('tools').recalled) return;
  run.setPart('tools', { recalled: true });
  act(run, { do: 'recall' });
}

function hasDecision(body: LogBody): body is Extract<LogBody, { kind: 'tool.decided' | 'tool.settled' }> {
  return body.kind === 'tool.decided' || body.kind === 'tool.settled';
}

function heard(run: Run, foreign: ForeignFrame): boolean {
  const frame = readToolFrame(foreign);
  // One that a newer server has is none of our business; one that is broken is.
  if (!frame) return frame === undefined;
  const { page, progress, looking } = run.part('tools');
  switch (frame.t) {
    case 'tool.progress': {
      const { call, text, fraction } = frame;
      const how = { ...(text !== undefined && { text }), ...(fraction !== undefined && { fraction }) };
      run.setPart('tools', { progress: { ...progress, [call]: how } });
      return true;
    }
    case 'tool.cancel':
      forget(run, frame.call);
      act(run, { do: 'end', call: frame.call });
      return true;
    case 'tool.offer': {
      const name = `${frame.call}/${frame.attempt}`;
      if (!page || looking.includes(name)) return true;
      run.setPart('tools', { looking: [...looking, name] });
      act(run, { do: 'prepare', runner: page.runner, offer: frame });
      return true;
    }
    case 'tool.grant':
      granted(run, frame);
      return true;
  }
}

function granted(run: Run, frame: ToolGrantFrame): void {
  const { page, held, over } = run.part('tools');
  const { conversation, call, lease, name } = frame;
  const known = held[call];
  if (known?.lease === lease) {
    // Said once more, because our answer was lost.
    if (known.report) run.send({ t: 'tool.result', conversation, call, lease, report: known.report });
    else run.send({ t: 'tool.started', conversation, call, lease });
    return;
  }
  if (!page || over.includes(lease)) return;
  keep(run, call, { conversation, name, lease, report: null });
  run.do({ do: 'emit', name: 'tool', detail: { name, state: 'running' } });
  // The note is written by the act, before the word goes out; the function is called after both.
  act(run, { do: 'run', runner: page.runner, grant: frame });
  run.send({ t: 'tool.started', conversation, call, lease });
}

function prepared(run: Run, { offer: of, prepared: how }: Extract<ToolsInput, { type: 'prepared' }>): void {
  const { conversation, call, attempt } = of;
  const { looking } = run.part('tools');
  // It was offered to somebody who has left meanwhile.
  if (!looking.includes(`${call}/${attempt}`)) return;
  run.setPart('tools', { looking: looking.filter((each) => each !== `${call}/${attempt}`) });
  if (how.ok) run.sendIfUsable({ t: 'tool.claim', conversation, call, attempt, confirm: how.confirm });
  else {
    const { code, issues } = how;
    run.sendIfUsable({ t: 'tool.refuse', conversation, call, attempt, code, ...(issues && { issues }) });
  }
}

function progressed(run: Run, { call, text, fraction }: Extract<ToolsInput, { type: 'progressed' }>): void {
  const held = run.part('tools').held[call];
  if (!held) return;
  run.sendIfUsable({
    t: 'tool.progress',
    conversation: held.conversation,
    call,
    lease: held.lease,
    ...(text !== undefined && { text }),
    ...(fraction !== undefined && { fraction }),
  });
}

function reported(run: Run, { call, lease, report }: Extract<ToolsInput, { type: 'reported' }>): void {
  const known = run.part('tools').held[call];
  // Cancelled meanwhile: nobody waits for it any more.
  if (known?.lease !== lease) return;
  const { conversation, name } = known;
  keep(run, call, { ...known, report });
  run.do({ do: 'emit', name: 'tool', detail: { name, state: report.ok ? 'succeeded' : 'failed' } });
  run.sendIfUsable({ t: 'tool.result', conversation, call, lease, report });
}

/** The hash is made of what is on the screen at the moment of the click: a decision is about nothing else. */
function decide(run: Run, { entry, approved, reason }: Extract<ToolsInput, { type: 'decide' }>): void {
  const { call, args } = entry;
  const { conversation } = run.model;
  const { decisions, answered, questions } = run.part('tools');
  const own = questions.find((each) => each.entry.call === call);
  if (own) {
    if (own.entry.state !== 'asking') return;
    changeQuestion(run, own.of, { answered: approved, state: approved ? 'running' : 'denied' });
    return act(run, { do: 'answer', of: own.of, approved });
  }
  // The first click counts, as it does for the server.
  if (!conversation || decisions[call]) return;
  const decision: Decision = {
    conversation,
    hash: sha256(args),
    approved,
    ...(reason && { reason: reason.slice(0, TOOL_LIMITS.toolMessage) }),
  };
  run.setPart('tools', { decisions: { ...decisions, [call]: decision }, answered: { ...answered, [call]: approved } });
  run.sendIfUsable({ t: 'tool.decide', call, ...decision });
}

function keep(run: Run, call: string, held: HeldCall): void {
  run.setPart('tools', { held: { ...run.part('tools').held, [call]: held } });
}

function forget(run: Run, call: string): void {
  const { held, progress, over } = run.part('tools');
  const { [call]: ended, ...others } = held;
  const { [call]: _progress, ...rest } = progress;
  run.setPart('tools', {
    held: others,
    progress: rest,
    ...(ended && { over: [ended.lease, ...over].slice(0, LEASES_REMEMBERED) }),
  });
}

function act(run: Run, effect: ToolsEffect): void {
  run.do({ do: 'act', name: 'tools', effect });
}
