/**
 * One run: a few visitors with a few tabs, one to three server processes on one store and one bus, everything going
 * wrong for a while, then a long calm. The seed decides all of it.
 */
import type { Answerer } from '../../../packages/realtime-server/dist/conversation/answering/answerer.js';
import type { Build } from './build.js';
import { CALLING, Calls } from './checks/calls.js';
import { failedOn, judge, type Sent, wronglyShown } from './checks/judge.js';
import { type Acknowledged, Browser, type Page, type Signal } from './world/browser.js';
import type { Disk } from './world/disk.js';
import { Servers } from './world/servers.js';
import { type Life, World } from './world/world.js';

const PERSON = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;
/** What a reader may cost the server at the most, in bytes. */
const MOST_BUFFERED = 1024 * 1024;
/** Long enough for the slowest healing there is: a half-open connection is noticed, backed off from, and resumed. */
const CALM_MS = 240_000;
/** And for a dozen questions one after the other, each with a card that nobody clicks. */
const CALLING_CALM_MS = 600_000;

export interface Verdict {
  readonly seed: number;
  readonly steps: number;
  readonly messages: number;
  /** Functions of pages that were begun. */
  readonly calls: number;
  readonly wrong: readonly string[];
}

/**
 * `stormy`: everything goes wrong. `unhealed`: bus, store and processes do not fail, only connections and pages do, and
 * nobody looks after a reader that has missed something; so nobody may miss anything. `calling`: stormy, and the assistant
 * has functions of the pages carried out before it answers.
 */
export type Weather = 'stormy' | 'unhealed' | 'calling';

export async function runOnce(build: Build, disk: Disk, seed: number, weather: Weather = 'stormy'): Promise<Verdict> {
  const world = new World(seed);
  disk.wipe();
  disk.blind = weather === 'unhealed';
  const scene = new Scene(build, disk, world, weather);
  await scene.play();
  return {
    seed,
    steps: world.steps,
    messages: scene.sent.length,
    calls: scene.calls?.begun ?? 0,
    wrong: [...new Set(scene.wrong)],
  };
}

/** Answers with the question, word by word; now and then it fails. */
function answererOn(life: Life): Answerer {
  const { world } = life;
  return {
    authorName: () => 'Assistant',
    async *answer({ text }, signal) {
      for (const word of ['You ', 'said ', text.slice(0, 60)]) {
        // Now and then it thinks for longer than a lease lasts.
        await life.wait(world.chance(0.02) ? world.between(5_000, 20_000) : world.between(1, 400));
        if (signal.aborted) return;
        if (world.chance(0.01)) throw new Error('The answerer failed.');
        yield { kind: 'text', text: word };
      }
      yield { kind: 'done', outcome: 'answered', citations: [], offerPerson: false };
    },
  };
}

class Scene {
  readonly sent: Sent[] = [];
  readonly wrong: string[] = [];
  readonly calls: Calls | null;
  private readonly servers: Servers;
  private readonly browsers: Browser[] = [];
  private readonly numbers = new Map<Page, number>();
  /** The last number that each page has shown, so that a screen is looked at again only when it has moved. */
  private readonly shownTo = new Map<Page, number>();
  private readonly acknowledged = new Map<string, Acknowledged>();
  /**
   * The conversation that each page was told to leave last: what is written there since may go to the next one. So may what is
   * written before it was led there (`opened`, how often that was before), wherever something else has led it meanwhile.
   */
  private readonly leaving = new Map<Page, { readonly from: string | null; readonly opened: number }>();
  private said = 0;

  constructor(
    private readonly build: Build,
    private readonly disk: Disk,
    private readonly world: World,
    private readonly weather: Weather,
  ) {
    const calls = weather === 'calling' ? new Calls(world, disk) : null;
    this.calls = calls;
    const answerer = calls ? (life: Life) => calls.answererOn(life) : answererOn;
    const inbox = calls ? CALLING : {};
    this.servers = new Servers({ build, disk, world, answerer }, weather === 'unhealed' ? 600 : 12, inbox);
  }

  async play(): Promise<void> {
    const { world } = this;
    for (let i = world.between(1, 3); i > 0; i--) this.servers.start();
    for (let i = world.between(1, 2); i > 0; i--) {
      const browser = new Browser(
        this.build,
        world,
        this.servers.network,
        (page) => this.look(page),
        (page) => this.calls?.offerOn(page),
      );
      this.browsers.push(browser);
      for (let tabs = world.between(1, 2); tabs > 0; tabs--) browser.open();
    }
    this.storm(1);
    for (let i = world.between(8, 24); i > 0; i--) {
      this.act();
      await world.run(world.chance(0.1) ? world.between(3_000, 40_000) : world.between(0, 1_500));
    }
    this.storm(0);
    for (const page of this.pages()) {
      this.show(page, 'visible');
      this.show(page, 'pageshow');
    }
    await world.run(this.weather === 'calling' ? CALLING_CALM_MS : CALM_MS);
    await this.judge();
    if (this.weather === 'unhealed') await this.comeAndGo();
    for (const { mostBuffered } of this.servers.all) {
      if (mostBuffered > MOST_BUFFERED) this.wrong.push(`a reader cost the server ${mostBuffered} bytes`);
    }
    for (const page of this.pages()) page.end();
    this.servers.end();
  }

  /** Somebody arrives while an answer is being stored, and the log then falls silent: nothing will show a missed end. */
  private async comeAndGo(): Promise<void> {
    const { world } = this;
    for (let i = 0; i < 5; i++) {
      this.say(world.one(this.pages()));
      world.after(world.between(0, 1_500), () => this.reload(world.one(this.pages())));
      await world.run(40_000);
      await this.judge();
    }
  }

  private async judge(): Promise<void> {
    for (const page of this.pages()) this.note(page);
    const failed = await this.lookEverywhere();
    this.wrong.push(...judge(this.disk, this.browsers, this.sent, this.acknowledged, failed));
    this.wrong.push(...(this.calls?.wrong() ?? []));
  }

  /** Every page looks into every conversation of its visitor: what is shown must be right there, too. */
  private async lookEverywhere(): Promise<ReadonlySet<string>> {
    const { disk } = this;
    const failed = new Set<string>();
    for (const page of this.pages()) {
      const here = page.client.getState().conversation;
      const contact = disk.reads.conversation(here ?? '')?.contact ?? '';
      const others = disk.reads.conversationsOf(contact, 1_000).map(({ id }) => id);
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

  /** To another conversation, a new or an older one; now and then one is erased, or an answer rated. */
  private goBetween(page: Page): void {
    const { world, disk } = this;
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
    const contact = disk.reads.conversation(conversation ?? '')?.contact;
    const all = contact ? disk.reads.conversationsOf(contact, 10) : [];
    if (all.length === 0) return;
    const { id } = world.one(all);
    if (id !== conversation) this.leaving.set(page, { from: conversation, opened: page.opened });
    page.client.openConversation(id);
  }

  private storm(faults: number): void {
    this.servers.network.faults = faults;
    if (this.weather === 'unhealed') return;
    this.servers.bus.faults = faults;
    this.disk.faults = faults;
  }

  private pages(): Page[] {
    return this.browsers.flatMap(({ pages }) => pages);
  }

  private act(): void {
    const { world, disk, servers } = this;
    const { network } = servers;
    const page = world.one(this.pages());
    if (world.chance(0.12)) return this.goBetween(page);
    const dice = world.between(1, 100);
    if (dice <= 40) return this.say(page);
    if (dice <= 46) return network.any()?.cut();
    if (dice <= 50) return network.any()?.halfOpen();
    if (dice <= 52) return network.any()?.stall(world.between(1_000, 15_000));
    if (dice <= 60) return this.crash();
    if (dice <= 63) return this.drain();
    if (dice <= 64) return world.one(servers.all).overload(world.one([1, 2, 3]), world.between(500, 8_000));
    if (dice <= 65) return this.stand();
    if (dice <= 68) return this.cutOff();
    if (dice <= 76) return this.reload(page);
    if (dice <= 80) return void page.browser.open();
    if (dice <= 84) return this.seen(page);
    if (dice <= 86) return page.client.stopAnswer();
    if (dice <= 88) return page.client.markRead();
    if (dice <= 91) return page.client.loadOlder();
    if (dice <= 94) return this.deskWrites(page);
    if (dice <= 96) return page.client.requestHuman();
    if (dice <= 99) return page.client.endHandoff();
    return disk.forgetSessions();
  }

  private say(page: Page): void {
    // Nobody writes on a page that the browser has put away; they come back to it first.
    if (page.putAway) this.show(page, 'pageshow');
    this.said += 1;
    const long = this.world.chance(0.03) ? ` ${'long '.repeat(1_500)}` : '';
    const text = `message ${this.said}${long}`.trim();
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
    // The dangerous moments are those between sending, committing and acknowledging: aim at them.
    if (this.world.chance(0.25)) this.world.after(this.world.between(0, 150), () => this.crash());
    else if (this.world.chance(0.05)) this.world.after(this.world.between(0, 900), () => this.stand());
  }

  private crash(): void {
    if (this.weather !== 'unhealed') this.servers.crash();
  }

  private drain(): void {
    if (this.weather === 'unhealed') return;
    const open = this.servers.all.filter((process) => process.open);
    if (open.length === 0) return;
    this.servers.start();
    void this.world.one(open).drain();
  }

  private stand(): void {
    if (this.weather !== 'unhealed') this.world.one(this.servers.all).life.stand(this.world.between(5_000, 30_000));
  }

  private cutOff(): void {
    if (this.weather !== 'unhealed') this.servers.bus.cutOff(this.world.between(100, 5_000));
  }

  private reload(page: Page): void {
    const { browser } = page;
    this.note(page);
    browser.close(page, this.world.chance(0.5));
    browser.open();
  }

  private seen(page: Page): void {
    this.show(page, this.world.one(['hidden', 'visible', 'pagehide', 'pageshow', 'online', 'offline']));
  }

  private show(page: Page, signal: Signal): void {
    if (signal === 'hidden' || signal === 'visible') page.visible = signal === 'visible';
    if (signal === 'pagehide' || signal === 'pageshow') page.putAway = signal === 'pagehide';
    page.signal(signal);
  }

  /** A person answers, with an id of their own and the same patience as everybody. */
  private deskWrites(page: Page): void {
    const { conversation } = page.client.getState();
    if (conversation === null) return;
    this.said += 1;
    const clientId = `desk-${this.said}-message`;
    const body = this.world.chance(0.3)
      ? ({ kind: 'handoff.accepted' } as const)
      : ({ kind: 'message', text: `person ${this.said}` } as const);
    const write = (): void => {
      const process = this.servers.all.find(({ open }) => open);
      const again = (): void => void this.world.after(500, write);
      if (!process) return again();
      const done = process.node.append(conversation, PERSON, clientId, body);
      done.then(() => undefined, again);
    };
    write();
  }

  private note(page: Page): void {
    for (const [clientId, place] of page.acknowledged) this.acknowledged.set(clientId, place);
  }

  private look(page: Page): void {
    this.calls?.look(page);
    const state = page.client.getState();
    let last = 0;
    for (const { seq } of state.timeline) last = Math.max(last, seq ?? 0);
    if (this.shownTo.get(page) === last) return;
    this.shownTo.set(page, last);
    const { conversation } = state;
    if (!conversation || this.disk.erased.has(conversation)) return;
    // Of a conversation in which nothing is committed nothing may be shown.
    const wrong = wronglyShown(state, this.disk.logs.get(conversation) ?? []);
    if (wrong) this.wrong.push(wrong);
  }
}
