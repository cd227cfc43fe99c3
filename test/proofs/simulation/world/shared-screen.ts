/**
 * What must be true of a screen that several people use one after the other, held against every frame and every picture of
 * it: nothing that one of them wrote or was told is ever shown to, or carried over to, anybody else; and whatever was begun
 * before somebody left is over for good: no connection, session or token of before is used after.
 */
import type { HelloFrame, WelcomeFrame } from '@service/protocol';
import type { Page } from './browser.js';
import type { Disk } from './disk.js';

/** `anonymous` until somebody is welcomed by name; then it is theirs. */
type Writer = { readonly person: string } | { readonly person: null; claimedBy: string | null };

interface Watched {
  /** Rises whenever somebody leaves; never falls. */
  fence: number;
  /** At which fence each connection was begun, and each session learned of. */
  readonly begunAt: Map<number, number>;
  readonly sessions: Map<string, number>;
  /** Whom the server named on the newest connection. */
  person: string | null;
  /** Whom the token in the greeting of each connection names. */
  readonly names: Map<number, string>;
}

export class SharedScreen {
  said = 0;
  fences = 0;
  private readonly watched = new Map<Page, Watched>();
  private readonly writers = new Map<string, Writer>();
  private readonly problems = new Set<string>();

  constructor(private readonly disk: Disk) {}

  wrong(): readonly string[] {
    for (const [conversation, log] of this.disk.logs) {
      const owner = this.disk.personOf(conversation);
      for (const { body, by } of log) {
        const writer = body.kind === 'message' && by.kind === 'visitor' ? this.writers.get(body.text) : undefined;
        if (writer?.person && writer.person !== owner)
          this.problem(`what ${writer.person} wrote is kept as ${owner}’s`);
      }
    }
    return [...this.problems];
  }

  watch(page: Page): void {
    const state: Watched = { fence: 0, begunAt: new Map(), sessions: new Map(), person: null, names: new Map() };
    this.watched.set(page, state);
    page.client.on('signedOut', () => {
      state.fence += 1;
      this.fences += 1;
      state.person = null;
    });
    page.onFrame = (way, frame, connection) => {
      if (way === 'out') this.sent(state, frame, connection);
      else if (frame.t === 'welcome') this.welcomed(state, frame as WelcomeFrame, connection);
    };
  }

  say(page: Page): void {
    const state = this.watched.get(page) as Watched;
    this.said += 1;
    const person = page.client.getState().identified ? state.person : null;
    const text = `message ${this.said} of ${person ?? 'somebody'}`;
    this.writers.set(text, person === null ? { person: null, claimedBy: null } : { person });
    page.client.sendMessage(text);
  }

  /** At every change of what a page shows. */
  look(page: Page): void {
    const state = this.watched.get(page);
    if (!state) return;
    const { identified, timeline } = page.client.getState();
    const viewer = identified ? state.person : null;
    for (const entry of timeline) {
      if (entry.type !== 'own' && entry.type !== 'answer') continue;
      const text = entry.type === 'own' ? entry.text : entry.text.replace(/^You said /, '');
      const writer = this.writers.get(text);
      if (!writer) continue;
      if (writer.person !== null) {
        if (writer.person !== viewer) this.problem(`${viewer ?? 'a stranger'} is shown what ${writer.person} wrote`);
      } else if (viewer !== null) {
        writer.claimedBy ??= viewer;
        if (writer.claimedBy !== viewer) this.problem(`${viewer} is shown what became ${writer.claimedBy}’s`);
      }
    }
  }

  /** In the calm at the end: each page is connected, as whoever is logged in on the site. */
  end(page: Page, user: string | null): void {
    const state = this.watched.get(page) as Watched;
    const { connection, conversation, identified, outbox, timeline, problem } = page.client.getState();
    const is = identified ? state.person : null;
    if (connection !== 'connected') this.problem(`a page ends ${connection} (${problem?.code ?? 'without a problem'})`);
    if (outbox > 0) this.problem(`a page ends with ${outbox} unsent`);
    if (is !== user) this.problem(`a page ends with ${is ?? 'a stranger'} where the site has ${user ?? 'nobody'}`);
    if (conversation !== null && this.disk.personOf(conversation) !== user)
      this.problem('a page ends in somebody else’s conversation');
    if (user !== null) return;
    for (const entry of timeline) {
      const writer = entry.type === 'own' ? this.writers.get(entry.text) : undefined;
      if (writer && writer.person === null && writer.claimedBy !== null)
        this.problem(`a stranger ends with what became ${writer.claimedBy}’s`);
    }
  }

  private sent(state: Watched, frame: { readonly t: string }, connection: number): void {
    if (frame.t === 'hello') {
      const { session, identity } = frame as HelloFrame;
      state.begunAt.set(connection, state.fence);
      const learned = session === null ? undefined : state.sessions.get(session);
      if (learned !== undefined && learned < state.fence)
        this.problem('a session of before was used after somebody had left');
      if (identity !== undefined) {
        const { sub } = JSON.parse(Buffer.from(identity.split('.')[1] ?? '', 'base64url').toString()) as {
          sub: string;
        };
        state.names.set(connection, sub);
      }
      return;
    }
    // The word of goodbye is the last one, said while the fence goes up.
    if ((state.begunAt.get(connection) ?? 0) < state.fence && frame.t !== 'logout')
      this.problem(`${frame.t} went out on a connection of before`);
  }

  private welcomed(state: Watched, { session, identified }: WelcomeFrame, connection: number): void {
    // What comes for whoever has left changes nothing, and that is looked at by what is shown.
    if ((state.begunAt.get(connection) ?? 0) < state.fence) return;
    state.sessions.set(session, state.fence);
    if (!identified) state.person = null;
    else state.person = state.names.get(connection) ?? state.person;
  }

  private problem(what: string): void {
    this.problems.add(what);
  }
}
