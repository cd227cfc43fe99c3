/**
 * Visitors whom the site vouches for. The rules of coming in, of proving it anew, and of the hard fence between two people
 * at one screen: whatever ends an identity drops everything of that person first, and what still comes for them changes
 * nothing.
 *
 *     anonymous ──identify──▶ proving ──welcome──▶ identified
 *         ▲  ▲                   │ nobody               │ logout, here or in another tab; nobody; another person; revoked
 *         │  └───────────────────┘                      │
 *         └──────────────────── fence ──────────────────┘
 */
import {
  type GetIdentityToken,
  IDENTITY_CLOSE,
  IDENTITY_ERRORS,
  IDENTITY_LIMITS,
  type WelcomeFrame,
} from '@service/protocol';
import type { SignedOut } from '../../api/chat-client.js';
import type { Feature, FeatureName, PartOf } from '../../state/feature.js';
import type { Run } from '../../state/transition.js';
import { vouchedIn, vouchFor, wipe } from './signed-in-storage.js';
import { markOf, type Word } from './tab-channel.js';

export interface IdentityPart {
  readonly state: 'anonymous' | 'proving' | 'identified';
  /** Whom the latest token names. */
  readonly subject: string | null;
  /** The page has been told that its function fails; once for each time it begins to. */
  readonly failing: boolean;
  /** What was sent before anybody was vouched for, and not heard of since: it may stand in a log that is another person's by now. */
  readonly doubtful: readonly string[];
}

export type IdentityInput =
  | { readonly type: 'identify'; readonly getToken: GetIdentityToken }
  | { readonly type: 'logout' }
  /** The site has answered: with a token, that nobody is logged in, or not at all. */
  | {
      readonly type: 'proven';
      readonly subject: string | null;
      /** A connection waits for the answer, and brings it along. */
      readonly isAwaited: boolean;
    }
  | { readonly type: 'nobody' }
  | { readonly type: 'unproven' }
  /** Said in another tab. */
  | ({ readonly type: 'elsewhere' } & Word)
  /** The page goes out of sight, and may come back when somebody else sits there. */
  | { readonly type: 'away' };

export type IdentityEffect =
  | { readonly type: 'vouch'; readonly getToken: GetIdentityToken; readonly now: boolean }
  | { readonly type: 'prove-again' }
  | { readonly type: 'settle'; readonly subject: string | null }
  | { readonly type: 'give-back' }
  /** Nothing stays of what was kept: the session, and what was not sent. Other tabs hear that `subject` is here no more. */
  | { readonly type: 'empty'; readonly subject: string }
  | { readonly type: 'forget'; readonly tell: boolean };

const NOBODY: IdentityPart = { state: 'anonymous', subject: null, failing: false, doubtful: [] };

export const identity: Feature<'identity'> = {
  part: NOBODY,
  // What the browser keeps is no question of theirs: whoever is identified again finds the conversation again.
  view: ({ state }) => ({
    identified: state === 'identified',
    ...(state !== 'anonymous' && { storage: 'persistent' }),
  }),

  take(run, input) {
    switch (input.type) {
      case 'identify':
        return identify(run, input.getToken);
      case 'logout':
        return leave(run, 'logout', true);
      case 'proven':
        return proven(run, input.subject, input.isAwaited);
      case 'nobody':
        return nobody(run);
      case 'unproven':
        return unproven(run);
      case 'elsewhere':
        return elsewhere(run, input);
      case 'away':
        return away(run);
    }
  },

  welcomed(run, frame) {
    if (frame.identified) identified(run, frame, frame.identified.until);
  },

  refused(run, { re, code, message }) {
    if (code !== 'not_found' || re === undefined || !run.part('identity').doubtful.includes(re)) return false;
    // It does. What nobody else may see is not shown to whoever is here now, either.
    run.sending.discard(run, re);
    run.do({ do: 'emit', name: 'error', detail: { code: 'message_failed', message } });
    run.answered();
    run.wake('again', 0);
    return true;
  },

  closed(run, code, reason) {
    const { state } = run.part('identity');
    if (state === 'anonymous') return false;
    switch (code) {
      case IDENTITY_CLOSE.sessionExpired:
      case IDENTITY_CLOSE.accessChanged:
      case IDENTITY_CLOSE.identityTooEarly:
        // The session is over, or the token no good yet; the visitor is the same: proven anew, they go on where they were.
        proveAgain(run);
        lost(run, code, reason);
        return true;
      case IDENTITY_CLOSE.unauthorized:
        // A session that was thrown out, or a token that was never good.
        if (state === 'identified') leave(run, 'revoked', false);
        refused(run, code, reason, 'identity_invalid');
        return true;
      case IDENTITY_CLOSE.identityExpired:
        refused(run, code, reason, 'identity_expired');
        return true;
      case IDENTITY_CLOSE.identityReplayed:
        refused(run, code, reason, 'identity_replayed');
        return true;
      default:
        return false;
    }
  },

  due(run) {
    proveAgain(run);
    run.link({ type: 'again' });
  },

  // Who has taken their consent back, and gives it again, proves anew who they are: the page still vouches for them.
  fenced(run) {
    if (run.part('identity').state !== 'anonymous') proveAgain(run);
  },
  stays: ({ state }) => (state === 'anonymous' ? {} : { state: 'proving' }),

  act(effect, hands) {
    const vouched = vouchedIn(hands.kept);
    switch (effect.type) {
      case 'vouch':
        if (vouched) vouched.use(effect.getToken, effect.now);
        else vouchFor(effect.getToken, hands);
        return;
      case 'prove-again':
        return vouched?.proveAgain();
      case 'settle':
        return vouched?.settle(effect.subject);
      case 'give-back':
        return vouched?.giveBack();
      case 'empty':
        vouched?.gone(effect.subject);
        return wipe(hands, false);
      case 'forget':
        vouched?.giveBack();
        return wipe(hands, effect.tell);
    }
  },
};

function act(run: Run, effect: IdentityEffect): void {
  run.do({ do: 'act', name: 'identity', effect });
}

/** The page vouches for its visitor, from the next connection on; one that is there, or was refused for it, begins anew. */
function identify(run: Run, getToken: GetIdentityToken): void {
  const { connection: link } = run.model;
  const { state } = run.part('identity');
  // Who is in already stays connected while the site is asked who that is.
  const now = state === 'identified' && link.phase !== 'connecting' && link.phase !== 'waiting';
  run.setPart('identity', { state: state === 'anonymous' ? 'proving' : state, failing: false });
  act(run, { type: 'vouch', getToken, now });
  if (now) return;
  const refusedForIt =
    link.lastCode !== null && (Object.values(IDENTITY_CLOSE) as readonly number[]).includes(link.lastCode);
  if (link.phase === 'stopped' && refusedForIt) {
    run.set({ connection: { ...link, phase: 'idle', lastCode: null }, problem: null });
    run.link({ type: 'want' });
  } else run.link({ type: 'again' });
}

function proven(run: Run, subject: string | null, isAwaited: boolean): void {
  const { state, subject: before } = run.part('identity');
  if (state === 'anonymous') return;
  const another = before !== null && subject !== before;
  const tell = another ? fence(run, 'changed') : null;
  if (before === null && subject !== null) {
    forgetStranded(run);
    forgetEmpty(run);
  }
  if (another) act(run, { type: 'empty', subject: before });
  run.setPart('identity', { state: another ? 'proving' : state, subject, failing: false });
  // One that is on its way already, or there, speaks for whoever was here before.
  if (another && !isAwaited) {
    proveAgain(run);
    run.link({ type: 'again' });
  }
  tell?.();
}

/**
 * What was written anonymously in a session that is over, and may stand in its log: another tab may have been identified with
 * that session since, and then it is theirs. From here on it is nobody's to see.
 */
function forgetStranded(run: Run): void {
  const { outbox } = run.model;
  const stranded = outbox.items.filter(({ failed }) => failed === 'not_found');
  for (const { clientId } of stranded) run.do({ do: 'drop-item', clientId });
  const items = outbox.items.filter((item) => !stranded.includes(item));
  run.set({ outbox: { ...outbox, items } });
  run.setPart('identity', { doubtful: items.filter(({ sent }) => sent > 0).map(({ clientId }) => clientId) });
}

/**
 * A conversation in which nothing was said is nothing to come back to: named to the server as the place where this page was,
 * it would be shown instead of what the person has said elsewhere. What is written from here on goes to where they are led.
 */
function forgetEmpty(run: Run): void {
  const { log, outbox } = run.model;
  if (log?.applied === 0 && outbox.items.length === 0) run.set({ log: null, conversation: null });
}

/** Nobody is logged in on the site: an anonymous visitor, if the inbox takes one. */
function nobody(run: Run): void {
  const { state, subject } = run.part('identity');
  if (state === 'anonymous') return;
  const tell = subject === null ? null : fence(run, 'nobody');
  // Their greeting may have been lost: then what was kept before they came in is theirs still, and whoever comes next would see it.
  if (tell && subject !== null) act(run, { type: 'empty', subject });
  run.setPart('identity', NOBODY);
  act(run, { type: 'give-back' });
  run.link({ type: 'again' });
  tell?.();
}

/** Nobody becomes anonymous because a page's server is away: it is tried again, at the pace of a connection that fails. */
function unproven(run: Run): void {
  const { state, failing } = run.part('identity');
  if (state === 'anonymous') return;
  if (!failing) run.do({ do: 'emit', name: 'error', detail: problemOf('identity_unavailable') });
  run.setPart('identity', { failing: true });
  if (run.model.connection.phase === 'connecting') lost(run, NO_CONNECTION, '');
}

function elsewhere(run: Run, word: Word): void {
  const { state, subject } = run.part('identity');
  if (state === 'anonymous') return;
  const here = subject && markOf(subject);
  const isOver = 'gone' in word ? word.gone === here : word.mark === null || (here !== null && word.mark !== here);
  // Not asked who it is now: the site may not have noticed yet that they have left. The page has to say it anew.
  if (isOver) leave(run, 'elsewhere', false);
}

/** A page that the browser keeps for the way back holds nothing that its visitor would have to prove again to see. */
function away(run: Run): void {
  if (run.part('identity').state !== 'identified') return;
  proveAgain(run);
  run.set({ log: null, streams: new Map(), hasOlder: false });
}

function identified(run: Run, { now }: WelcomeFrame, until: number): void {
  const { state, subject } = run.part('identity');
  if (state === 'anonymous') return;
  run.setPart('identity', { state: 'identified' });
  act(run, { type: 'settle', subject });
  run.wake('identity.renew', Math.max(0, until - now - IDENTITY_LIMITS.identityAheadMs));
}

/** Ends the identity, and the connection with it. `tell`: the other tabs are to do the same. */
function leave(run: Run, why: SignedOut['why'], tell: boolean): void {
  const tellSignedOut = fence(run, why);
  run.link({ type: 'park' });
  // Higher than that of any socket so far, so that whatever is still under way comes too late.
  run.set({ connection: { ...run.fresh().connection, generation: run.model.connection.generation + 1 } });
  run.setPart('identity', NOBODY);
  act(run, { type: 'forget', tell });
  tellSignedOut();
}

/**
 * Drops everything of whoever was here. What stays is the client: its connection, its code, and what it knows of the page.
 * Returns the way to tell of it, for when all is done: who hears it may begin anew at once.
 */
function fence(run: Run, why: SignedOut['why']): () => void {
  if (why !== 'revoked') run.sendIfUsable({ t: 'logout' });
  const others = Object.entries(run.model.features) as unknown as [FeatureName, Feature<FeatureName>][];
  for (const [, other] of others) {
    other.left?.(run);
    other.fenced?.(run);
  }
  const { connection: link, features, loadingFeatures: loading, pendingInputs: waiting, requestCount: requests } = run.model;
  const parts = Object.fromEntries(
    others.map(([name, { part, stays }]) => [name, Object.assign({}, part, stays?.(run.part(name) as never))]),
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
  return () => run.do({ do: 'emit', name: 'signedOut', detail: { why } });
}

function proveAgain(run: Run): void {
  act(run, { type: 'prove-again' });
}

/** As a browser says that a connection broke: the link tries again, later each time. */
const NO_CONNECTION = 1006;

function lost(run: Run, code: number, reason: string): void {
  run.link({ type: 'closed', code, reason });
  run.disconnected();
}

/** The token was refused. What a second one may help is tried once; then it is said why, and what to do. */
function refused(run: Run, code: number, reason: string, name: keyof typeof IDENTITY_ERRORS): void {
  proveAgain(run);
  const { connection: link } = run.model;
  // A session that has been left has no connection any more that could end.
  if (link.phase === 'idle') run.set({ connection: { ...link, phase: 'stopped', lastCode: code } });
  else lost(run, code, reason);
  if (run.model.connection.phase !== 'stopped') return;
  const problem = problemOf(name);
  run.set({ problem });
  run.do({ do: 'emit', name: 'error', detail: problem });
}

function problemOf(code: keyof typeof IDENTITY_ERRORS): {
  readonly code: keyof typeof IDENTITY_ERRORS;
  readonly message: string;
} {
  return { code, message: IDENTITY_ERRORS[code].message };
}
