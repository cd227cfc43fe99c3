/**
 * Runs of shared browsers: people sign in on the site and out again, in one tab or in all, while pages, connections,
 * processes and the site itself fail. Sessions expire, are revoked, and are identified again. The seed decides everything.
 */
import { createHmac } from 'node:crypto';
import type { GetIdentityToken } from '@service/protocol';
import type { Answerer } from '../../../packages/realtime-server/dist/conversation/answering/answerer.js';
import type { Build } from './build.js';
import { SharedBrowserChecks } from './checks/shared-browser.js';
import { Browser, type Page } from './world/browser.js';
import { Servers } from './world/servers.js';
import type { SimulatedStore } from './world/store.js';
import { type Lifetime, World } from './world/world.js';

const PEOPLE = ['kim', 'lee', 'mia'] as const;
const KEY = { kid: 'ik_7Q2mXc9aTf4LpR0z', secret: 'cwsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' };
const IDENTITY_INBOX = {
  identity: {
    keysEnv: 'KEYS',
    keysFile: 'keys',
    requireNonce: true,
    required: false,
    mergeAnonymous: 'session',
    organization: 'site',
  },
};

export interface SharedBrowserVerdict {
  readonly seed: number;
  readonly steps: number;
  readonly messages: number;
  /** How often a page reported a sign-out. */
  readonly fences: number;
  readonly wrong: readonly string[];
}

export async function runSharedBrowser(
  build: Build,
  store: SimulatedStore,
  seed: number,
): Promise<SharedBrowserVerdict> {
  const world = new World(seed);
  store.wipe();
  // Import first: the first import takes real time, which no seed decides.
  await Promise.all((['deferred', 'identity'] as const).map((name) => build.loadFeature(name)));
  const simulation = new SharedBrowserSimulation(build, store, world);
  await simulation.run();
  const { checks } = simulation;
  return {
    seed,
    steps: world.steps,
    messages: checks.written,
    fences: checks.fences,
    wrong: [...checks.wrong(), ...store.fences.wrong()],
  };
}

/** A browser, and the person who is signed in there on the site. */
interface Computer {
  readonly browser: Browser;
  user: string | null;
}

const answererOn = (lifetime: Lifetime): Answerer => ({
  authorName: () => 'Assistant',
  async *answer({ text }, signal) {
    await lifetime.wait(lifetime.world.between(1, 2_000));
    if (signal.aborted) return;
    yield { kind: 'text', text: `You wrote ${text}` };
    yield { kind: 'done', outcome: 'answered', citations: [], offerPerson: false };
  },
});

class SharedBrowserSimulation {
  readonly checks: SharedBrowserChecks;
  private readonly servers: Servers;
  private readonly computers: Computer[] = [];
  /** How often the site's server fails. */
  private siteFaults = 0;
  /** How far the site's clock is off: up to a minute. The clocks of the chat's servers are off by less. */
  private readonly siteSkewMs: number;

  constructor(
    private readonly build: Build,
    private readonly store: SimulatedStore,
    private readonly world: World,
  ) {
    this.siteSkewMs = world.chance(0.5) ? world.between(-57_000, 57_000) : 0;
    this.checks = new SharedBrowserChecks(store);
    this.servers = new Servers({ build, store, world, answerer: answererOn, ring: [KEY] }, 12, IDENTITY_INBOX);
  }

  async run(): Promise<void> {
    const { world } = this;
    for (let i = world.between(1, 2); i > 0; i--) this.servers.start();
    for (let i = world.between(1, 2); i > 0; i--) this.openBrowser();
    this.setFaults(1);
    for (let i = world.between(10, 26); i > 0; i--) {
      this.act();
      await world.run(world.chance(0.1) ? world.between(3_000, 40_000) : world.between(0, 1_500));
    }
    this.setFaults(0);
    for (const page of this.computers.flatMap(({ browser }) => browser.pages)) {
      page.signal('pageshow');
      page.signal('visible');
      // The site identifies its user, as it does on every page that is loaded.
      this.embed(page);
    }
    await world.run(60_000);
    // Revoke sessions once more. Clients must identify again by themselves, as soon as the site's tokens are newer than that.
    this.revokeSessions();
    await world.run(3_000);
    // A logout that waited for its code to load may have come after the site last identified its user. So identify again.
    for (const page of this.computers.flatMap(({ browser }) => browser.pages)) this.embed(page);
    await world.run(180_000);
    for (const { browser, user } of this.computers) for (const page of browser.pages) this.checks.checkEnd(page, user);
    for (const { browser } of this.computers) for (const page of browser.pages) page.end();
    this.servers.end();
  }

  private openBrowser(): void {
    const computer: Computer = {
      browser: new Browser(
        this.build,
        this.world,
        this.servers.network,
        (page) => this.checks.checkPage(page),
        (page) => {
          this.checks.watch(page);
          this.embed(page);
        },
      ),
      user: this.world.chance(0.5) ? this.world.one(PEOPLE) : null,
    };
    this.computers.push(computer);
    for (let tabs = this.world.between(1, 2); tabs > 0; tabs--) computer.browser.open();
  }

  private setFaults(faults: number): void {
    this.servers.network.faults = faults;
    this.servers.bus.faults = faults;
    this.store.faults = faults;
    this.siteFaults = faults;
  }

  private act(): void {
    const { world, servers } = this;
    const { network } = servers;
    const computer = world.one(this.computers);
    if (computer.browser.pages.length === 0) return void computer.browser.open();
    const page = world.one(computer.browser.pages);
    const dice = world.between(1, 100);
    if (dice <= 40) return this.checks.write(page);
    if (dice <= 52) return this.signIn(computer);
    if (dice <= 62) return this.signOut(computer, page);
    if (dice <= 66) return this.store.expireSessions();
    if (dice <= 70) return this.revokeSessions();
    if (dice <= 80) return this.reload(page);
    if (dice <= 83) return void computer.browser.open();
    if (dice <= 87) return network.any()?.cut();
    if (dice <= 89) return network.any()?.halfOpen();
    if (dice <= 93) return servers.crash();
    if (dice <= 96) return this.awayAndBack(page);
    return page.client.requestHuman();
  }

  /** Another person signs in on the site: its pages identify them at once, or when they are loaded anew. */
  private signIn(computer: Computer): void {
    computer.user = this.world.one(PEOPLE);
    for (const page of [...computer.browser.pages])
      if (this.world.chance(0.6)) this.embed(page);
      else if (this.world.chance(0.7)) this.reload(page);
  }

  private signOut(computer: Computer, page: Page): void {
    computer.user = null;
    page.client.logout();
    for (const other of [...computer.browser.pages]) if (other !== page && this.world.chance(0.4)) this.reload(other);
  }

  private revokeSessions(): void {
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
    page.lifetime.after(this.world.between(100, 5_000), () => page.signal('pageshow'));
  }

  /** The site's script on a page: it passes a function that gets a token from the site's server. */
  private embed(page: Page): void {
    page.client.identify(this.getToken(page));
    // The visitor opens the chat: after a sign-out in another tab this page begins anew as well.
    page.client.connect();
  }

  private getToken(page: Page): GetIdentityToken {
    return async ({ nonce }) => {
      await page.lifetime.wait(this.world.between(1, 300));
      if (this.world.chance(this.siteFaults * 0.1)) throw new TypeError('Failed to fetch');
      if (this.world.chance(this.siteFaults * 0.02)) await page.lifetime.wait(20_000);
      const user = this.computers.find(({ browser }) => browser === page.browser)?.user ?? null;
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
