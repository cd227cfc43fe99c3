/**
 * Checks a browser that several people use one after the other, at every frame and every change of a page. Nothing that one
 * person wrote or received is ever shown to, or stored for, another person. And after a sign-out no connection, session or
 * token from before it is used again.
 */
import type { HelloFrame, WelcomeFrame } from '@service/protocol';
import type { Page } from '../world/browser.js';
import type { SimulatedStore } from '../world/store.js';

/** The author of a message. An anonymous one's messages become the first signed-in person's who sees them. */
type Writer = { readonly person: string } | { readonly person: null; claimedBy: string | null };

interface PageState {
  /** The number of sign-outs so far. */
  fence: number;
  /** The fence at which each connection was begun, and each session received. */
  readonly begunAt: Map<number, number>;
  readonly sessions: Map<string, number>;
  /** The person whom the server confirmed on the newest connection. */
  person: string | null;
  /** The person whom the token in the `hello` of each connection names. */
  readonly namedPersons: Map<number, string>;
}

export class SharedBrowserChecks {
  written = 0;
  fences = 0;
  private readonly states = new Map<Page, PageState>();
  private readonly writers = new Map<string, Writer>();
  private readonly problems = new Set<string>();

  constructor(private readonly store: SimulatedStore) {}

  wrong(): readonly string[] {
    for (const [conversation, log] of this.store.logs) {
      const owner = this.store.personOf(conversation);
      for (const { body, by } of log) {
        const writer = body.kind === 'message' && by.kind === 'visitor' ? this.writers.get(body.text) : undefined;
        if (writer?.person && writer.person !== owner)
          this.problem(`what ${writer.person} wrote is stored as ${owner}’s`);
      }
    }
    return [...this.problems];
  }

  watch(page: Page): void {
    const state: PageState = {
      fence: 0,
      begunAt: new Map(),
      sessions: new Map(),
      person: null,
      namedPersons: new Map(),
    };
    this.states.set(page, state);
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

  write(page: Page): void {
    const state = this.states.get(page) as PageState;
    this.written += 1;
    const person = page.client.getState().identified ? state.person : null;
    const text = `message ${this.written} of ${person ?? 'a visitor'}`;
    this.writers.set(text, person === null ? { person: null, claimedBy: null } : { person });
    page.client.sendMessage(text);
  }

  /** Checks a page at every change of what it shows. */
  checkPage(page: Page): void {
    const state = this.states.get(page);
    if (!state) return;
    const { identified, timeline } = page.client.getState();
    const viewer = identified ? state.person : null;
    for (const entry of timeline) {
      if (entry.type !== 'own' && entry.type !== 'answer') continue;
      const text = entry.type === 'own' ? entry.text : entry.text.replace(/^You wrote /, '');
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

  /** At the end of a run, without faults: each page is connected as the person who is signed in on the site. */
  checkEnd(page: Page, user: string | null): void {
    const state = this.states.get(page) as PageState;
    const { connection, conversation, identified, outbox, timeline, problem } = page.client.getState();
    const is = identified ? state.person : null;
    if (connection !== 'connected') this.problem(`a page ends ${connection} (${problem?.code ?? 'without a problem'})`);
    if (outbox > 0) this.problem(`a page ends with ${outbox} unsent`);
    if (is !== user) this.problem(`a page ends with ${is ?? 'a stranger'} where the site has ${user ?? 'no user'}`);
    if (conversation !== null && this.store.personOf(conversation) !== user)
      this.problem('a page ends in another person’s conversation');
    if (user !== null) return;
    for (const entry of timeline) {
      const writer = entry.type === 'own' ? this.writers.get(entry.text) : undefined;
      if (writer && writer.person === null && writer.claimedBy !== null)
        this.problem(`a stranger ends with what became ${writer.claimedBy}’s`);
    }
  }

  private sent(state: PageState, frame: { readonly t: string }, connection: number): void {
    if (frame.t === 'hello') {
      const { session, identity } = frame as HelloFrame;
      state.begunAt.set(connection, state.fence);
      const learned = session === null ? undefined : state.sessions.get(session);
      if (learned !== undefined && learned < state.fence)
        this.problem('a session from before a sign-out was used after it');
      if (identity !== undefined) {
        const { sub } = JSON.parse(Buffer.from(identity.split('.')[1] ?? '', 'base64url').toString()) as {
          sub: string;
        };
        state.namedPersons.set(connection, sub);
      }
      return;
    }
    // Only `logout` may still go out: it is sent during the sign-out.
    if ((state.begunAt.get(connection) ?? 0) < state.fence && frame.t !== 'logout')
      this.problem(`${frame.t} was sent on a connection from before a sign-out`);
  }

  private welcomed(state: PageState, { session, identified }: WelcomeFrame, connection: number): void {
    // A welcome on a connection from before a sign-out must change nothing; checkPage checks what is shown.
    if ((state.begunAt.get(connection) ?? 0) < state.fence) return;
    state.sessions.set(session, state.fence);
    if (!identified) state.person = null;
    else state.person = state.namedPersons.get(connection) ?? state.person;
  }

  private problem(what: string): void {
    this.problems.add(what);
  }
}
