/**
 * The session that this client speaks for is over, by what is said here or in another tab: the visitor has taken their consent
 * back, has left, or goes on in another session. Whichever tab it was said in, no tab goes on with what was, and none comes back
 * as if nothing had happened, be it that it has no network, or that the browser has put it away meanwhile.
 */
import { CONSENT_REQUIRED } from '@service/protocol';
import { browserPorts } from '../../platform/browser.js';
import type { Feature, FeatureName, PartOf } from '../state/feature.js';
import type { Run } from '../state/transition.js';
import { reportWithdrawal } from './report-withdrawal.js';
import { LEFT, sessionKey, WITHDRAWN } from './storage-keys.js';

/** Nobody asks for them here: they keep the core in one piece, as in visit.ts. */
export { ConsentRequired, createChatClient, hasStoredChat, toTimelineEntries } from '../index.js';

export type LeavingInput =
  /** From here on this tab hears of the others. */
  | { readonly type: 'watch' }
  /** The consent is taken back, by the visitor and here, or somewhere else. */
  | { readonly type: 'withdraw' | 'withdrawn' }
  /** What stands in the place of the session now. With `asked`, it was looked up before a connection. */
  | { readonly type: 'slot'; readonly slot: string; readonly asked?: true };

export type LeavingEffect =
  | { readonly do: 'watch' }
  /** Nothing stays of what is kept. The server has heard of it, or is to hear of it as soon as it can be reached. */
  | { readonly do: 'empty'; readonly whose: Whose; readonly token: string | null; readonly isTold: boolean }
  /** The same if this is the session that is kept: another one is another visit. */
  | { readonly do: 'empty-of'; readonly token: string };

interface Whose {
  readonly inboxId: string;
  readonly hostOrigin: string;
}

/** The close that asks for a consent, see CLOSE_CODE: with the next one, the client connects again. */
const CONSENT_GONE = 4451;

export const leaving: Feature<'leaving'> = {
  part: null,
  take(run, input) {
    const { token } = run.model;
    switch (input.type) {
      case 'watch':
        return act(run, { do: 'watch' });
      case 'withdraw':
        return withdraw(run);
      case 'withdrawn':
        return withdrawn(run);
      case 'slot':
        // A page that has had no session yet begins one, whatever an earlier one has left there.
        if (input.asked && (token === null || token === input.slot)) return;
        if (input.slot === WITHDRAWN) return withdrawn(run);
        return input.slot === LEFT ? left(run) : replaced(run, input.slot);
    }
  },
  act(effect, { ports, baseUrl, kept, root, ended, take }) {
    if (effect.do === 'watch') return watch();
    const { storage: keeper } = ports;
    const token = effect.token ?? kept.token();
    if (effect.do === 'empty-of' && kept.token() !== token) return;
    for (const key of keeper.keys(root)) keeper.remove(key);
    // For the other tabs, and for those that the browser has put away.
    kept.storeToken(WITHDRAWN);
    if (effect.do === 'empty-of' || effect.isTold || token === null) return;
    const { inboxId, hostOrigin } = effect.whose;
    reportWithdrawal({ inboxId, hostOrigin, baseUrl }, token, { ...ports, storage: browserPorts('memory').storage });

    function watch(): void {
      const session = sessionKey(root);
      kept.checkSession = () => {
        const slot = ports.storage.get(session);
        if (slot) take({ type: 'slot', slot, asked: true });
      };
      const stop = ports.storage.watch(session, (value) => {
        // A word is taken back at once. A session is asked for: who is vouched for keeps their own, and not there.
        const slot = value === LEFT || value === WITHDRAWN ? value : value && ports.storage.get(session);
        if (slot) take({ type: 'slot', slot });
      });
      // While this code was on its way, another tab may have begun another session, and nobody here has heard of it.
      kept.checkSession();
      if (ended.aborted) stop();
      else ended.addEventListener('abort', stop);
    }
  },
};

function act(run: Run, effect: LeavingEffect): void {
  run.do({ do: 'act', name: 'leaving', effect });
}

function withdraw(run: Run): void {
  const { token, settings: identity, connection: link } = run.model;
  // A line that is in doubt may swallow it, and nobody would say it again.
  const isTold = link.phase !== 'probing' && run.sendIfUsable({ t: 'withdraw' });
  forgetConsent(run);
  act(run, { do: 'empty', whose: identity, token, isTold });
}

/** Somewhere else. What this tab was told since, and has kept before it heard of that, goes as well. */
function withdrawn(run: Run): void {
  const { token } = run.model;
  forgetConsent(run);
  if (token !== null) act(run, { do: 'empty-of', token });
}

/** With or without a server that hears of it: nothing is known, and nothing may be done until there is a consent again. */
function forgetConsent(run: Run): void {
  fence(run);
  hangUp(run);
  const { settings: identity, connection: link } = run.model;
  run.set({
    settings: { ...identity, consent: undefined, requireConsent: true },
    connection: { ...link, phase: 'stopped', lastCode: CONSENT_GONE },
    problem: { code: 'consent_required', message: CONSENT_REQUIRED.message },
  });
}

/**
 * Another tab has begun another session. All tabs of one browser are one visitor, so this one moves there as well: what it
 * shows belongs to a session that is over.
 */
function replaced(run: Run, slot: string): void {
  if (run.model.token === null || run.model.token === slot) return;
  run.set({ token: null });
  run.sending.leaveConversation(run);
  run.link({ type: 'again' });
}

/** Whoever is vouched for leaves by the rules for that; anybody else has nothing but what is dropped here. */
function left(run: Run): void {
  const { features, token, log, outbox } = run.model;
  const vouched = features.identity && run.part('identity').state !== 'anonymous';
  if (vouched) return features.identity?.take(run, { type: 'elsewhere', mark: null });
  // It was said twice, or there was nobody here.
  if (token === null && log === null && outbox.items.length === 0) return;
  // Its welcome may have come, and been kept, after they had left.
  if (token !== null) run.do({ do: 'drop-session', token });
  fence(run);
  hangUp(run);
  run.do({ do: 'emit', name: 'signedOut', detail: { why: 'elsewhere' } });
}

/**
 * Everything of whoever was here is dropped, whichever part of the client holds it. What stays is the client: its connection, its
 * code, and what it knows of the page. As in identity.ts, which is a file apart: what the two shared would be a third one to fetch.
 */
function fence(run: Run): void {
  const all = Object.entries(run.model.features) as unknown as [FeatureName, Feature<FeatureName>][];
  for (const [, feature] of all) {
    feature.left?.(run);
    feature.fenced?.(run);
  }
  const { connection: link, features, loadingFeatures: loading, pendingInputs: waiting, requestCount: requests, outbox } = run.model;
  // Storage reaches other tabs late: whoever has emptied it may not have seen yet what this one wrote there.
  for (const { clientId } of outbox.items) run.do({ do: 'drop-item', clientId });
  const parts = Object.fromEntries(
    all.map(([name, { part, stays }]) => [name, Object.assign({}, part, stays?.(run.part(name) as never))]),
  );
  run.set({
    ...run.fresh(),
    connection: link,
    features,
    loadingFeatures: loading,
    // What the page registers is not theirs, and may still wait for its code.
    pendingInputs: waiting.filter(
      ({ input }) => input.type === 'feature' && input.name === 'tools' && input.input.type === 'register',
    ),
    requestCount: requests,
    featureStates: parts as { readonly [Name in FeatureName]?: PartOf<Name> },
  });
  run.clear('request', 'again', 'gap', 'identity.renew');
}

/** Leaves the connection, as if there had never been one. */
function hangUp(run: Run): void {
  run.link({ type: 'park' });
  // Higher than that of any socket so far, so that whatever is still under way comes too late.
  run.set({ connection: { ...run.fresh().connection, generation: run.model.connection.generation + 1 } });
}
