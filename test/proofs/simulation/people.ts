/**
 * Runs of shared browsers: people sign in on the site and out again, in one tab or in all, while pages, connections,
 * processes and the site itself fail; sessions end, are thrown out, and are proven anew. The seed decides all of it.
 */
import { createHmac } from 'node:crypto';
import type { GetIdentityToken } from '@service/protocol';
import type { Answerer } from '../../../packages/realtime-server/dist/conversation/answering/answerer.js';
import type { Build } from './build.js';
import { Browser, type Page } from './world/browser.js';
import type { Disk } from './world/disk.js';
import { Servers } from './world/servers.js';
import { SharedScreen } from './world/shared-screen.js';
import { type Life, World } from './world/world.js';

const PEOPLE = ['kim', 'lee', 'mia'] as const;
const KEY = { kid: 'ik_7Q2mXc9aTf4LpR0z', secret: 'cwsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' };
const VOUCHING = {
  identity: {
    keysEnv: 'KEYS',
    keysFile: 'keys',
    requireNonce: true,
    required: false,
    mergeAnonymous: 'session',
    organization: 'site',
  },
};

export interface PeopleVerdict {
  readonly seed: number;
  readonly steps: number;
  readonly messages: number;
  /** How often somebody's place was left to whoever comes next. */
  readonly fences: number;
  readonly wrong: readonly string[];
}

export async function runPeople(build: Build, disk: Disk, seed: number): Promise<PeopleVerdict> {
  const world = new World(seed);
  disk.wipe();
  // What a first import takes is real time, which no seed decides.
  await Promise.all((['deferred', 'identity'] as const).map((name) => build.loadFeature(name)));
  const scene = new PeopleScene(build, disk, world);
  await scene.play();
  const { screen } = scene;
  return {
    seed,
    steps: world.steps,
    messages: screen.said,
    fences: screen.fences,
    wrong: [...screen.wrong(), ...disk.fences.wrong()],
  };
}

/** A browser, and who is logged in there on the site. */
interface Desk {
  readonly browser: Browser;
  user: string | null;
}

const answererOn = (life: Life): Answerer => ({
  authorName: () => 'Assistant',
  async *answer({ text }, signal) {
    await life.wait(life.world.between(1, 2_000));
    if (signal.aborted) return;
    yield { kind: 'text', text: `You said ${text}` };
    yield { kind: 'done', outcome: 'answered', citations: [], offerPerson: false };
  },
});

class PeopleScene {
  readonly screen: SharedScreen;
  private readonly servers: Servers;
  private readonly desks: Desk[] = [];
  /** The site's server fails more or less often. */
  private siteFaults = 0;
  /** Its clock may be another one than ours by a minute, and so may be the servers' by a little of that. */
  private readonly siteSkewMs: number;

  constructor(
    private readonly build: Build,
    private readonly disk: Disk,
    private readonly world: World,
  ) {
    this.siteSkewMs = world.chance(0.5) ? world.between(-57_000, 57_000) : 0;
    this.screen = new SharedScreen(disk);
    this.servers = new Servers({ build, disk, world, answerer: answererOn, ring: [KEY] }, 12, VOUCHING);
  }

  async play(): Promise<void> {
    const { world } = this;
    for (let i = world.between(1, 2); i > 0; i--) this.servers.start();
    for (let i = world.between(1, 2); i > 0; i--) this.openBrowser();
    this.storm(1);
    for (let i = world.between(10, 26); i > 0; i--) {
      this.act();
      await world.run(world.chance(0.1) ? world.between(3_000, 40_000) : world.between(0, 1_500));
    }
    this.storm(0);
    for (const page of this.desks.flatMap(({ browser }) => browser.pages)) {
      page.signal('pageshow');
      page.signal('visible');
      // The site says who is there, as it does on every page that is loaded.
      this.embed(page);
    }
    await world.run(60_000);
    // Put out, and let back in: as soon as what the site signs can only be from after that, and by themselves.
    this.throwOut();
    await world.run(3_000);
    // A logout that had to wait for its code, in whichever tab, may have come after the site last said who is there.
    for (const page of this.desks.flatMap(({ browser }) => browser.pages)) this.embed(page);
    await world.run(180_000);
    for (const { browser, user } of this.desks) for (const page of browser.pages) this.screen.end(page, user);
    for (const { browser } of this.desks) for (const page of browser.pages) page.end();
    this.servers.end();
  }

  private openBrowser(): void {
    const desk: Desk = {
      browser: new Browser(
        this.build,
        this.world,
        this.servers.network,
        (page) => this.screen.look(page),
        (page) => {
          this.screen.watch(page);
          this.embed(page);
        },
      ),
      user: this.world.chance(0.5) ? this.world.one(PEOPLE) : null,
    };
    this.desks.push(desk);
    for (let tabs = this.world.between(1, 2); tabs > 0; tabs--) desk.browser.open();
  }

  private storm(faults: number): void {
    this.servers.network.faults = faults;
    this.servers.bus.faults = faults;
    this.disk.faults = faults;
    this.siteFaults = faults;
  }

  private act(): void {
    const { world, servers } = this;
    const { network } = servers;
    const desk = world.one(this.desks);
    if (desk.browser.pages.length === 0) return void desk.browser.open();
    const page = world.one(desk.browser.pages);
    const dice = world.between(1, 100);
    if (dice <= 40) return this.screen.say(page);
    if (dice <= 52) return this.signIn(desk);
    if (dice <= 62) return this.signOut(desk, page);
    if (dice <= 66) return this.disk.expireSessions();
    if (dice <= 70) return this.throwOut();
    if (dice <= 80) return this.reload(page);
    if (dice <= 83) return void desk.browser.open();
    if (dice <= 87) return network.any()?.cut();
    if (dice <= 89) return network.any()?.halfOpen();
    if (dice <= 93) return servers.crash();
    if (dice <= 96) return this.awayAndBack(page);
    return page.client.requestHuman();
  }

  /** Somebody else logs in on the site: its pages say so at once, or when they are loaded anew. */
  private signIn(desk: Desk): void {
    desk.user = this.world.one(PEOPLE);
    for (const page of [...desk.browser.pages])
      if (this.world.chance(0.6)) this.embed(page);
      else if (this.world.chance(0.7)) this.reload(page);
  }

  private signOut(desk: Desk, page: Page): void {
    desk.user = null;
    page.client.logout();
    for (const other of [...desk.browser.pages]) if (other !== page && this.world.chance(0.4)) this.reload(other);
  }

  private throwOut(): void {
    this.servers
      .anyOpen()
      ?.node.endSessionsOf('demo', this.world.one(PEOPLE))
      .catch(() => undefined);
  }

  private reload(page: Page): void {
    page.browser.close(page, this.world.chance(0.5));
    page.browser.open();
  }

  private awayAndBack(page: Page): void {
    page.signal('pagehide');
    page.life.after(this.world.between(100, 5_000), () => page.signal('pageshow'));
  }

  /** What the site's script does on a page: it hands over a function that asks the site's server who is there. */
  private embed(page: Page): void {
    page.client.identify(this.getToken(page));
    // Somebody looks at the chat: whoever has left in another tab begins anew here as well.
    page.client.connect();
  }

  private getToken(page: Page): GetIdentityToken {
    return async ({ nonce }) => {
      await page.life.wait(this.world.between(1, 300));
      if (this.world.chance(this.siteFaults * 0.1)) throw new TypeError('Failed to fetch');
      if (this.world.chance(this.siteFaults * 0.02)) await page.life.wait(20_000);
      const user = this.desks.find(({ browser }) => browser === page.browser)?.user ?? null;
      return user === null ? null : this.sign(user, nonce);
    };
  }

  private sign(sub: string, nonce: string): string {
    const iat = Math.floor((this.world.now() + this.siteSkewMs) / 1_000);
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const jti = Buffer.from(this.world.bytes(16)).toString('base64url');
    const claims = { iss: 'site', aud: 'cw:inbox:demo', sub, iat, exp: iat + 300, jti, nonce };
    const signed = `${part({ alg: 'HS256', typ: 'cwid+jwt', kid: KEY.kid })}.${part(claims)}`;
    return `${signed}.${createHmac('sha256', KEY.secret).update(signed).digest('base64url')}`;
  }
}
