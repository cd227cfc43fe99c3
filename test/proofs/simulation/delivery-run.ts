/**
 * One run: a few visitors with a few tabs, one to three server processes on one store and one bus, with faults for a while
 * and then a long time without any. The seed decides everything.
 */
import type { Build } from './build.js';
import { Calls, TOOL_CALLS_INBOX } from './checks/calls.js';
import { failedOn, finalProblems, type Sent, wronglyShown } from './checks/final-state.js';
import type { FaultMode } from './fault-mode.js';
import { writeAsPerson } from './person-writes.js';
import { answererOn } from './scripted-answerer.js';
import { type Acknowledged, Browser, type Page, type Signal } from './world/browser.js';
import { Servers } from './world/servers.js';
import type { SimulatedStore } from './world/store.js';
import { type Lifetime, World } from './world/world.js';

/** The most bytes that the server may buffer for one reader. */
const MOST_BUFFERED = 1024 * 1024;
/** Long enough for the slowest recovery: a half-open connection is noticed, the client backs off, and resumes. */
const RECOVERY_MS = 240_000;
/** Also long enough for a dozen questions one after the other, each with a card without a click. */
const TOOL_CALLS_RECOVERY_MS = 600_000;

interface Verdict {
  readonly seed: number;
  readonly steps: number;
  readonly messages: number;
  /** The number of functions of pages that were started. */
  readonly calls: number;
  readonly wrong: readonly string[];
}

export async function runDelivery(
  build: Build,
  store: SimulatedStore,
  seed: number,
  mode: FaultMode = 'all-faults',
): Promise<Verdict> {
  const world = new World(seed);
  store.wipe();
  store.hidesHeads = mode === 'connection-faults';
  const simulation = new DeliverySimulation(build, store, world, mode);
  await simulation.run();
  return {
    seed,
    steps: world.steps,
    messages: simulation.sent.length,
    calls: simulation.calls?.begun ?? 0,
    wrong: [...new Set(simulation.wrong)],
  };
}

class DeliverySimulation {
  readonly sent: Sent[] = [];
  readonly wrong: string[] = [];
  readonly calls: Calls | null;
  private readonly servers: Servers;
  private readonly browsers: Browser[] = [];
  private readonly numbers = new Map<Page, number>();
  /** The last number that each page has shown: a page is checked again only when it has changed. */
  private readonly lastShown = new Map<Page, number>();
  private readonly acknowledged = new Map<string, Acknowledged>();
  /**
   * The conversation that each page was last asked to leave. What is written there since then may go to the next one. So may
   * what is written before the page has opened that one (`opened`: how often it had opened one when it was asked), also when
   * something else has led the page to another conversation meanwhile.
   */
  private readonly leaving = new Map<Page, { readonly from: string | null; readonly opened: number }>();
  private written = 0;

  constructor(
    private readonly build: Build,
    private readonly store: SimulatedStore,
    private readonly world: World,
    private readonly mode: FaultMode,
  ) {
    const calls = mode === 'tool-calls' ? new Calls(world, store) : null;
    this.calls = calls;
    const answerer = calls ? (lifetime: Lifetime) => calls.answererOn(lifetime) : answererOn;
    const inbox = calls ? TOOL_CALLS_INBOX : {};
    this.servers = new Servers({ build, store, world, answerer }, mode === 'connection-faults' ? 600 : 12, inbox);
  }

  async run(): Promise<void> {
    const { world } = this;
    for (let i = world.between(1, 3); i > 0; i--) this.servers.start();
    for (let i = world.between(1, 2); i > 0; i--) {
      const browser = new Browser(
        this.build,
        world,
        this.servers.network,
        (page) => this.checkPage(page),
        (page) => this.calls?.offerOn(page),
      );
      this.browsers.push(browser);
      for (let tabs = world.between(1, 2); tabs > 0; tabs--) browser.open();
    }
    this.setFaults(1);
    for (let i = world.between(8, 24); i > 0; i--) {
      this.act();
      await world.run(world.chance(0.1) ? world.between(3_000, 40_000) : world.between(0, 1_500));
    }
    this.setFaults(0);
    for (const page of this.pages()) {
      this.signal(page, 'visible');
      this.signal(page, 'pageshow');
    }
    await world.run(this.mode === 'tool-calls' ? TOOL_CALLS_RECOVERY_MS : RECOVERY_MS);
    await this.checkAll();
    if (this.mode === 'connection-faults') await this.reloadDuringAnswers();
    for (const { mostBuffered } of this.servers.all) {
      if (mostBuffered > MOST_BUFFERED) this.wrong.push(`the server buffered ${mostBuffered} bytes for one reader`);
    }
    for (const page of this.pages()) page.end();
    this.servers.end();
  }

  /** Reloads pages while an answer is being stored, with no event after it: no later event would reveal a missed end. */
  private async reloadDuringAnswers(): Promise<void> {
    const { world } = this;
    for (let i = 0; i < 5; i++) {
      this.write(world.one(this.pages()));
      world.after(world.between(0, 1_500), () => this.reload(world.one(this.pages())));
      await world.run(40_000);
      await this.checkAll();
    }
  }

  private async checkAll(): Promise<void> {
    for (const page of this.pages()) this.noteAcknowledged(page);
    const failed = await this.openEveryConversation();
    this.wrong.push(...finalProblems(this.store, this.browsers, this.sent, this.acknowledged, failed));
    this.wrong.push(...(this.calls?.wrong() ?? []));
  }

  /** Opens every conversation of the visitor on every page: what is shown must be right there, too. */
  private async openEveryConversation(): Promise<ReadonlySet<string>> {
    const { store } = this;
    const failed = new Set<string>();
    for (const page of this.pages()) {
      const here = page.client.getState().conversation;
      const contact = store.reads.conversation(here ?? '')?.contact ?? '';
      const others = store.reads.conversationsOf(contact, 1_000).map(({ id }) => id);
      for (const id of [...others.filter((each) => each !== here), here]) {
        if (id !== null) page.client.openConversation(id);
        await this.world.run(5_000);
        for (const text of failedOn(page)) failed.add(text);
        const { conversation, loaded } = page.client.getState();
        if (conversation !== id || !loaded) this.wrong.push('a conversation can not be opened any more');
      }
    }
    return failed;
  }

  /** Goes to another conversation, a new or an older one; sometimes erases one, or rates an answer. */
  private switchConversation(page: Page): void {
    const { world, store } = this;
    const { conversation, timeline } = page.client.getState();
    const dice = world.between(1, 100);
    if (dice <= 40) this.leaving.set(page, { from: conversation, opened: page.opened });
    if (dice <= 40) return page.client.newConversation();
    if (dice <= 50) return page.client.eraseConversation();
    if (dice <= 60) {
      const answers = timeline.filter(({ type }) => type === 'answer');
      if (answers.length > 0) page.client.rateAnswer(world.one(answers).key, world.one(['up', 'down', null]));
      return;
    }
    const contact = store.reads.conversation(conversation ?? '')?.contact;
    const all = contact ? store.reads.conversationsOf(contact, 10) : [];
    if (all.length === 0) return;
    const { id } = world.one(all);
    if (id !== conversation) this.leaving.set(page, { from: conversation, opened: page.opened });
    page.client.openConversation(id);
  }

  private setFaults(faults: number): void {
    this.servers.network.faults = faults;
    if (this.mode === 'connection-faults') return;
    this.servers.bus.faults = faults;
    this.store.faults = faults;
  }

  private pages(): Page[] {
    return this.browsers.flatMap(({ pages }) => pages);
  }

  private act(): void {
    const { world, store, servers } = this;
    const { network } = servers;
    const page = world.one(this.pages());
    if (world.chance(0.12)) return this.switchConversation(page);
    const dice = world.between(1, 100);
    if (dice <= 40) return this.write(page);
    if (dice <= 46) return network.any()?.cut();
    if (dice <= 50) return network.any()?.halfOpen();
    if (dice <= 52) return network.any()?.stall(world.between(1_000, 15_000));
    if (dice <= 60) return this.crash();
    if (dice <= 63) return this.drain();
    if (dice <= 64) return world.one(servers.all).overload(world.one([1, 2, 3]), world.between(500, 8_000));
    if (dice <= 65) return this.pauseProcess();
    if (dice <= 68) return this.cutOff();
    if (dice <= 76) return this.reload(page);
    if (dice <= 80) return void page.browser.open();
    if (dice <= 84) return this.changeVisibility(page);
    if (dice <= 86) return page.client.stopAnswer();
    if (dice <= 88) return page.client.markRead();
    if (dice <= 91) return page.client.loadOlder();
    if (dice <= 94) return this.personWrites(page);
    if (dice <= 96) return page.client.requestHuman();
    if (dice <= 99) return page.client.endHandoff();
    return store.forgetSessions();
  }

  private write(page: Page): void {
    // The visitor can't write on a page in the back/forward cache; they return to it first.
    if (page.inPageCache) this.signal(page, 'pageshow');
    this.written += 1;
    const long = this.world.chance(0.03) ? ` ${'long '.repeat(1_500)}` : '';
    const text = `message ${this.written}${long}`.trim();
    const number = this.numbers.get(page) ?? this.numbers.size;
    this.numbers.set(page, number);
    const here = page.client.getState().conversation;
    const left = this.leaving.get(page);
    const from = left?.from ?? here;
    if (left?.from === null) this.leaving.set(page, { ...left, from });
    const goesOn = left !== undefined && (from === here || left.opened === page.opened);
    const conversation = goesOn ? null : here;
    this.sent.push({ text, page: number, browser: page.browser, conversation });
    page.client.sendMessage(text);
    // The dangerous moments are those between sending, committing and acknowledging, so cause faults right then.
    if (this.world.chance(0.25)) this.world.after(this.world.between(0, 150), () => this.crash());
    else if (this.world.chance(0.05)) this.world.after(this.world.between(0, 900), () => this.pauseProcess());
  }

  private crash(): void {
    if (this.mode !== 'connection-faults') this.servers.crash();
  }

  private drain(): void {
    if (this.mode === 'connection-faults') return;
    const open = this.servers.all.filter((process) => process.open);
    if (open.length === 0) return;
    this.servers.start();
    void this.world.one(open).drain();
  }

  private pauseProcess(): void {
    if (this.mode !== 'connection-faults')
      this.world.one(this.servers.all).lifetime.pause(this.world.between(5_000, 30_000));
  }

  private cutOff(): void {
    if (this.mode !== 'connection-faults') this.servers.bus.cutOff(this.world.between(100, 5_000));
  }

  private reload(page: Page): void {
    const { browser } = page;
    this.noteAcknowledged(page);
    browser.close(page, this.world.chance(0.5));
    browser.open();
  }

  private changeVisibility(page: Page): void {
    this.signal(page, this.world.one(['hidden', 'visible', 'pagehide', 'pageshow', 'online', 'offline']));
  }

  private signal(page: Page, signal: Signal): void {
    if (signal === 'hidden' || signal === 'visible') page.visible = signal === 'visible';
    if (signal === 'pagehide' || signal === 'pageshow') page.inPageCache = signal === 'pagehide';
    page.signal(signal);
  }

  private personWrites(page: Page): void {
    const { conversation } = page.client.getState();
    if (conversation === null) return;
    this.written += 1;
    writeAsPerson(this.world, this.servers, conversation, this.written);
  }

  private noteAcknowledged(page: Page): void {
    for (const [clientId, place] of page.acknowledged) this.acknowledged.set(clientId, place);
  }

  private checkPage(page: Page): void {
    this.calls?.answerCards(page);
    const state = page.client.getState();
    let last = 0;
    for (const { seq } of state.timeline) last = Math.max(last, seq ?? 0);
    if (this.lastShown.get(page) === last) return;
    this.lastShown.set(page, last);
    const { conversation } = state;
    if (!conversation || this.store.erased.has(conversation)) return;
    // A conversation without a committed event has no log, so nothing may be shown of it.
    const wrong = wronglyShown(state, this.store.logs.get(conversation) ?? []);
    if (wrong) this.wrong.push(wrong);
  }
}
