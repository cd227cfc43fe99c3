/**
 * One run of random faults. Its seed decides which frame gets which fault, and what the visitors do meanwhile. The clock of
 * the real processes is not in the seed, so a replay has the same plan, but not the same timing.
 */

import { seededRandom } from '../../../support/runs/seeded.js';
import { NodeBrowser, type NodePage } from '../../../support/wire/node-client.js';
import { isSettled, logOf, PageObserver, problemsAtTheEnd } from '../support/delivered-once.js';
import type { ProbedService } from '../support/probed-service.js';
import { FaultProxy } from './fault-proxy.js';
import { FAULTS } from './faults.js';

const STEPS = 24;
/** Per visitor. More would only wait for the rate limit. */
const MOST_MESSAGES = 9;

export interface RandomFaultsResult {
  readonly problems: readonly string[];
  readonly faults: number;
  readonly messages: number;
  readonly loads: number;
}

interface Visitor {
  readonly browser: NodeBrowser;
  readonly sent: string[];
  readonly observers: PageObserver[];
}

export interface RandomFaultsOptions {
  readonly timesFaster: number;
  /** Breaks the browsers on purpose, to prove that the checks notice it: a reload deletes what was not sent. */
  readonly forgetful?: boolean;
}

/** The storage keys of messages that were written and not sent. */
const unsentIn = ({ storage }: NodeBrowser): readonly string[] =>
  [...storage.keys()].filter((key) => key.includes('unsent'));

/** How often to check whether everything is sent, and for how long. */
const CHECK_EVERY_MS = 50;
const SETTLE_WITHIN_MS = 60_000;

/**
 * Resolves when every page has nothing left to do and no unsent message is stored. A page that is gone may have left messages
 * behind one that another tab is sending: no page takes them over until that one is sent.
 */
async function untilSettled(browser: NodeBrowser): Promise<void> {
  const giveUpAt = Date.now() + SETTLE_WITHIN_MS;
  for (;;) {
    await Promise.all(
      browser.pages.map((page) => page.until(() => isSettled(page, 0), 'everything to be sent and answered')),
    );
    if (unsentIn(browser).length === 0 || Date.now() > giveUpAt) return;
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
}

export async function runRandomFaults(
  seed: number,
  server: ProbedService,
  options: RandomFaultsOptions,
): Promise<RandomFaultsResult> {
  const { timesFaster, forgetful = false } = options;
  const chance = seededRandom(seed);
  // Clients and frames draw from chances of their own: their order differs from run to run, and must not change what the
  // visitors do.
  const [forClients, forFaults] = [seededRandom(seed + 1_000_000), seededRandom(seed + 2_000_000)];
  const proxy = await FaultProxy.start(server.service.port);
  const visitors = [0, 1].map((): Visitor => {
    const browser = new NodeBrowser({ timesFaster, fraction: forClients.fraction });
    return { browser, sent: [], observers: [] };
  });
  const open = ({ browser, observers }: Visitor): NodePage => {
    const page = browser.open(server.options(proxy.origin));
    observers.push(new PageObserver(page));
    page.client.connect();
    return page;
  };
  for (const visitor of visitors) [open(visitor), open(visitor)];
  const rate = 0.02 + chance.fraction() * 0.18;
  proxy.randomFault = () => (forFaults.fraction() < rate ? forFaults.pick(FAULTS) : null);

  for (let step = 0; step < STEPS; step++) {
    const visitor = chance.pick(visitors);
    const page = visitor.browser.pages.length > 0 ? chance.pick(visitor.browser.pages) : open(visitor);
    act(visitor, page, step);
    // Visitors pause between their actions; nothing below relies on what has happened by then.
    await new Promise((resolve) => setTimeout(resolve, chance.between(0, 80)));
  }

  proxy.heal();
  for (const visitor of visitors) {
    for (const page of visitor.browser.pages) {
      page.setOnline(true);
      page.setVisible(true);
      page.show();
      // Two malformed frames in a row rightly stop a client for good; its visitor loads the page again.
      if (page.client.getState().connection === 'closed') page.close();
    }
    // A new page takes over what the pages that are gone left unsent.
    open(visitor);
  }
  const problems: string[] = [];
  for (const visitor of visitors) {
    const { browser, sent, observers } = visitor;
    try {
      await untilSettled(browser);
      const log = await logOf(browser, server.service.port);
      await Promise.all(
        browser.pages.map((page) =>
          page.until(
            () => problemsAtTheEnd(log, sent, [page]).length === 0,
            'the end of the log',
            forgetful ? 1_000 : 15_000,
          ),
        ),
      ).catch(() => undefined);
      problems.push(...problemsAtTheEnd(log, sent, browser.pages), ...observers.flatMap((each) => each.problems(log)));
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  if (problems.length > 0) problems.push(`happened: ${proxy.happened.join(', ')}`);
  for (const { browser } of visitors) browser.closeAll();
  await proxy.close();
  return {
    problems,
    faults: proxy.happened.length,
    messages: visitors.reduce((sum, { sent }) => sum + sent.length, 0),
    loads: visitors.reduce((sum, { observers }) => sum + observers.length, 0),
  };

  function act(visitor: Visitor, page: NodePage, step: number): void {
    const dice = chance.fraction();
    if (dice < 0.5) {
      if (visitor.sent.length >= MOST_MESSAGES) return;
      const text = `thanks ${seed}-${step}`;
      visitor.sent.push(text);
      page.client.sendMessage(text);
    } else if (dice < 0.58) proxy.cutAll();
    else if (dice < 0.63) proxy.refusing = chance.fraction() < 0.5;
    else if (dice < 0.73) {
      page.close();
      if (forgetful) for (const key of unsentIn(visitor.browser)) visitor.browser.storage.delete(key);
      open(visitor);
    } else if (dice < 0.8) {
      page.vanish();
      open(visitor);
    } else if (dice < 0.84) page.close();
    else if (dice < 0.88) open(visitor);
    else if (dice < 0.91) page.client.markRead();
    else if (dice < 0.94) page.setOnline(chance.fraction() < 0.5);
    else if (dice < 0.97) page.setVisible(chance.fraction() < 0.5);
    else if (chance.fraction() < 0.5) page.hide();
    else page.show();
  }
}
