/** What calls of the page's functions do to the world: look, note down, tx, stop. */
import { type AnyTool, type LocalToolRunner, type ModelContext, TOOL_LIMITS, truncate } from '@service/protocol';
import type { EffectContext } from '../../state/feature.js';
import { type Journal, journalIn } from './journal.js';
import type { ClientToolsEffect, ClientToolsInput } from './types.js';

type Context = EffectContext<ClientToolsInput>;

type RunEffect = Extract<ClientToolsEffect, { do: 'run' }>;

/** Running calls by their key in the journal: a document may have several clients. */
const running = new Map<string, AbortController>();
/** The tools of a client that the browser's own agent has now. */
const browsing = new WeakMap<AbortSignal, AbortController>();
/** Clients that report when their page becomes visible. */
const watching = new WeakSet<AbortSignal>();

export function runToolEffect(effect: ClientToolsEffect, context: Context): void {
  const { dispatch } = context;
  const journal = journalOf(context);
  switch (effect.do) {
    case 'check':
      return checkTools(effect, context);
    case 'prepare': {
      const { runner, offer } = effect;
      return void runner
        .prepare(offer.name, offer.args)
        .then((prepared) => dispatch({ type: 'prepared', offer, prepared }));
    }
    case 'run':
      return start(effect, context);
    case 'end':
      running.get(journal.prefix + effect.call)?.abort();
      return journal.drop(effect.call);
    case 'answer':
      return effect.of.answered(effect.approved);
    case 'find-abandoned':
      watchVisibility(context);
      return void journal
        .abandoned()
        .then((entries) => entries.length > 0 && dispatch({ type: 'abandoned-found', entries }));
  }
}

/** Tools registered in one go are offered in one go: the code loads after the last of them. */
function checkTools({ of }: Extract<ClientToolsEffect, { do: 'check' }>, context: Context): void {
  const { dispatch, ended } = context;
  import('./local-runner.js').then(
    ({ createLocalRunner }) => {
      const { own, runner, problems } = createLocalRunner(of);
      dispatch({ type: 'checked', of, runner, problems });
      if (own.some(({ webmcp }) => webmcp)) offerToAgentOfBrowser(own, runner, context);
      else browsing.get(ended)?.abort();
    },
    () => dispatch({ type: 'check-failed' }),
  );
}

function offerToAgentOfBrowser(tools: readonly AnyTool[], bench: LocalToolRunner, { ended, dispatch }: Context): void {
  const { modelContext: context } = document as Document & { readonly modelContext?: ModelContext };
  if (!context || ended.aborted) return;
  // Replaces the last offer: a name can be registered once only.
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
        ask: askHere((tool, gone) => dispatch({ type: 'register', of: tool, ...(gone && { gone }) })),
        warn: (message) => console.warn(message),
      });
      end.signal.addEventListener('abort', takeBack);
    },
    // Then only the browser's own agent can't use these tools.
    () => undefined,
  );
}

/** Of several windows, the one that became visible last gets the calls. */
function watchVisibility({ ports, ended, dispatch }: Context): void {
  if (watching.has(ended)) return;
  watching.add(ended);
  const stop = ports.page.watch((signal) => signal === 'visible' && dispatch({ type: 'page-visible' }));
  ended.addEventListener('abort', stop);
}

const journalOf = ({ ports, root }: Context): Journal => journalIn(ports, `${root}tool:`);

function start({ runner, grant }: RunEffect, context: Context): void {
  const { ports, dispatch, ended } = context;
  const { call, lease, conversation } = grant;
  const notes = journalOf(context);
  const name = notes.prefix + call;
  // First: after a reload, the page must know that the call was started.
  notes.note({ call, conversation, lease, at: ports.clock.now(), report: null });
  const release = ports.tabs.present(notes.lockOf(lease));
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort();
  running.set(name, controller);
  ended.addEventListener('abort', stop);
  const keepTime = ports.clock.after(grant.timeoutMs, stop);
  let reportedAt = Number.NEGATIVE_INFINITY;
  void runner
    .run(grant, signal, (update) => {
      const now = ports.clock.now();
      if (signal.aborted || now - reportedAt < TOOL_LIMITS.toolProgressEveryMs) return;
      reportedAt = now;
      dispatch({ type: 'progressed', call, ...tidy(update) });
    })
    .then((report) => {
      keepTime();
      ended.removeEventListener('abort', stop);
      if (running.get(name) === controller) running.delete(name);
      // Aborted: the note was removed with the call.
      if (!signal.aborted) notes.note({ call, conversation, lease, at: ports.clock.now(), report });
      release();
      dispatch({ type: 'reported', call, lease, report });
    });
}

function tidy(update: unknown): { readonly text?: string; readonly fraction?: number } {
  const { text, fraction } = Object(update) as { readonly text?: unknown; readonly fraction?: unknown };
  return {
    ...(typeof text === 'string' && { text: truncate(text, 200) }),
    ...(typeof fraction === 'number' && fraction >= 0 && { fraction: Math.min(1, fraction) }),
  };
}
