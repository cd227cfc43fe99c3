/** What calls of the page's functions do to the world: look, note down, run, stop. */
import { type AnyTool, type LocalToolRunner, type ModelContext, TOOL_LIMITS } from '@service/protocol';
import type { Hands } from '../../state/feature.js';
import type { ToolsEffect } from './client-tools.js';
import { type Journal, journalIn } from './journal.js';

type Run = Extract<ToolsEffect, { do: 'run' }>;

/** What runs now, to be able to stop it, by the journal's name and the call: a document may have several clients. */
const running = new Map<string, AbortController>();
/** What of a client's functions the browser's own agent has now. */
const browsing = new WeakMap<AbortSignal, AbortController>();
/** Clients whose page is watched for being looked at. */
const watching = new WeakSet<AbortSignal>();

export function carryOut(effect: ToolsEffect, hands: Hands<'tools'>): void {
  const { take } = hands;
  const journal = journalOf(hands);
  switch (effect.do) {
    case 'bench':
      return lookOver(effect, hands);
    case 'prepare': {
      const { runner, offer } = effect;
      return void runner
        .prepare(offer.name, offer.args)
        .then((prepared) => take({ type: 'prepared', offer, prepared }));
    }
    case 'run':
      return start(effect, hands);
    case 'end':
      running.get(journal.prefix + effect.call)?.abort();
      return journal.drop(effect.call);
    case 'answer':
      return effect.of.answered(effect.approved);
    case 'recall':
      watchLooks(hands);
      return void journal.abandoned().then((entries) => entries.length > 0 && take({ type: 'recalled', entries }));
  }
}

/** Whatever the page has registered in one go is offered in one go: the code comes later than the last of it. */
function lookOver({ of }: Extract<ToolsEffect, { do: 'bench' }>, hands: Hands<'tools'>): void {
  const { take } = hands;
  const done = (
    toolBench: (tools: readonly AnyTool[], complain: (message: string) => void) => LocalToolRunner,
  ): void => {
    const complaints: string[] = [];
    const own = of.flatMap(({ tool }) => ('handler' in tool ? [tool] : []));
    const bench = toolBench(own, (message) => complaints.push(message));
    take({ type: 'benched', of, bench, complaints });
    if (own.some(({ webmcp }) => webmcp)) offerToAgentOfBrowser(own, bench, hands);
    else browsing.get(hands.ended)?.abort();
  };
  import('./local-runner.js').then(
    ({ createToolRunner: toolBench }) => done(toolBench),
    () => take({ type: 'unbenched' }),
  );
}

function offerToAgentOfBrowser(
  tools: readonly AnyTool[],
  bench: LocalToolRunner,
  { ended, take }: Hands<'tools'>,
): void {
  const { modelContext: context } = document as Document & { readonly modelContext?: ModelContext };
  if (!context || ended.aborted) return;
  // In the place of what was offered before: a name can be taken once only.
  browsing.get(ended)?.abort();
  const end = new AbortController();
  browsing.set(ended, end);
  ended.addEventListener('abort', () => end.abort());
  import('./browser-agent.js').then(
    ({ offerToBrowser, askHere }) => {
      if (end.signal.aborted) return;
      const takeBack = offerToBrowser({
        context,
        tools,
        runner: bench,
        ask: askHere((tool, gone) => take({ type: 'register', of: tool, ...(gone && { gone }) })),
        warn: (message) => console.warn(message),
      });
      end.signal.addEventListener('abort', takeBack);
    },
    // Without it the browser's agent has these functions not; ours has them.
    () => undefined,
  );
}

/** Of two windows side by side, the one that is looked at gets the call. */
function watchLooks({ ports, ended, take }: Hands<'tools'>): void {
  if (watching.has(ended)) return;
  watching.add(ended);
  const stop = ports.page.watch((signal) => signal === 'visible' && take({ type: 'looked' }));
  ended.addEventListener('abort', stop);
}

const journalOf = ({ ports, root }: Hands<'tools'>): Journal => journalIn(ports, `${root}tool:`);

function start({ runner, grant }: Run, hands: Hands<'tools'>): void {
  const { ports, take, ended } = hands;
  const { call, lease, conversation } = grant;
  const notes = journalOf(hands);
  const name = notes.prefix + call;
  // Before anything else: whoever loads this page again must know that it was begun.
  notes.note({ call, conversation, lease, at: ports.clock.now(), report: null });
  const release = ports.tabs.present(notes.lockOf(lease));
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort();
  running.set(name, controller);
  ended.addEventListener('abort', stop);
  const keepTime = ports.clock.after(grant.timeoutMs, stop);
  let toldAt = Number.NEGATIVE_INFINITY;
  void runner
    .run(grant, signal, (update) => {
      const now = ports.clock.now();
      if (signal.aborted || now - toldAt < TOOL_LIMITS.toolProgressEveryMs) return;
      toldAt = now;
      take({ type: 'progressed', call, ...tidy(update) });
    })
    .then((report) => {
      keepTime();
      ended.removeEventListener('abort', stop);
      if (running.get(name) === controller) running.delete(name);
      // Stopped from outside: whoever stopped it has forgotten it already.
      if (!signal.aborted) notes.note({ call, conversation, lease, at: ports.clock.now(), report });
      release();
      take({ type: 'reported', call, lease, report });
    });
}

function tidy(update: unknown): { readonly text?: string; readonly fraction?: number } {
  const { text, fraction } = Object(update) as { readonly text?: unknown; readonly fraction?: unknown };
  return {
    ...(typeof text === 'string' && { text: text.slice(0, 200) }),
    ...(typeof fraction === 'number' && fraction >= 0 && { fraction: Math.min(1, fraction) }),
  };
}
