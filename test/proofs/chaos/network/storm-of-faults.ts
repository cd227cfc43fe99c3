/**
 * One storm, decided by its seed: which frame meets which fault, and what the visitors do meanwhile. The clock of the
 * real processes is not in the seed, so a replay meets the same plan and not the same microsecond.
 */

import { seededRandom } from '../../../support/runs/seeded.js';
import { NodeBrowser, type NodePage } from '../../../support/wire/node-client.js';
import { isSettled, logOf, problemsAtTheEnd, Witness } from '../support/delivered-once.js';
import type { ProbedService } from '../support/probed-service.js';
import { FAULTS, FaultProxy } from './fault-proxy.js';

const STEPS = 24;
/** Each visitor: more would only wait for the rate limit, which the storm is not about. */
const MOST_MESSAGES = 9;

export interface StormResult {
  readonly problems: readonly string[];
  readonly faults: number;
  readonly messages: number;
  readonly loads: number;
}

interface Visitor {
  readonly browser: NodeBrowser;
  readonly sent: string[];
  readonly witnesses: Witness[];
}

export interface StormOptions {
  readonly timesFaster: number;
  /** Breaks the browsers on purpose, to prove that the checks would notice: a reload forgets what was not sent. */
  readonly forgetful?: boolean;
}

/** Under these names lies what was written and not said. */
const unsentIn = ({ storage }: NodeBrowser): readonly string[] =>
  [...storage.keys()].filter((key) => key.includes('unsent'));

/** How often it is looked whether all is said, and for how long. */
const LOOK_EVERY_MS = 50;
const CALM_WITHIN_MS = 60_000;

/**
 * Every page has nothing to do, and nothing is kept that was not said. What a page that is gone wrote behind words that another
 * tab has on their way is nobody's until those are said.
 */
async function calmAfter(browser: NodeBrowser): Promise<void> {
  const giveUpAt = Date.now() + CALM_WITHIN_MS;
  for (;;) {
    await Promise.all(browser.pages.map((page) => page.until(() => isSettled(page, 0), 'calm after the storm')));
    if (unsentIn(browser).length === 0 || Date.now() > giveUpAt) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

export async function runStorm(seed: number, server: ProbedService, options: StormOptions): Promise<StormResult> {
  const { timesFaster, forgetful = false } = options;
  const chance = seededRandom(seed);
  // What the clients and the frames draw must not shift what the visitors do: their order differs from run to run.
  const [forClients, forWeather] = [seededRandom(seed + 1_000_000), seededRandom(seed + 2_000_000)];
  const proxy = await FaultProxy.start(server.service.port);
  const visitors = [0, 1].map((): Visitor => {
    const browser = new NodeBrowser({ timesFaster, fraction: forClients.fraction });
    return { browser, sent: [], witnesses: [] };
  });
  const open = ({ browser, witnesses }: Visitor): NodePage => {
    const page = browser.open(server.options(proxy.origin));
    witnesses.push(new Witness(page));
    page.client.connect();
    return page;
  };
  for (const visitor of visitors) [open(visitor), open(visitor)];
  const rate = 0.02 + chance.fraction() * 0.18;
  proxy.weather = () => (forWeather.fraction() < rate ? forWeather.pick(FAULTS) : null);

  for (let step = 0; step < STEPS; step++) {
    const visitor = chance.pick(visitors);
    const page = visitor.browser.pages.length > 0 ? chance.pick(visitor.browser.pages) : open(visitor);
    act(visitor, page, step);
    // The rhythm of the visitors; nothing below relies on what has happened by then.
    await new Promise((resolve) => setTimeout(resolve, chance.between(0, 80)));
  }

  proxy.calm();
  for (const visitor of visitors) {
    for (const page of visitor.browser.pages) {
      page.setOnline(true);
      page.setVisible(true);
      page.show();
      // Two malformed frames in a row stop a client for good, as they must; its visitor loads the page again.
      if (page.client.getState().connection === 'closed') page.close();
    }
    // Whoever comes next takes over what the pages that are gone left unsent.
    open(visitor);
  }
  const problems: string[] = [];
  for (const visitor of visitors) {
    const { browser, sent, witnesses } = visitor;
    try {
      await calmAfter(browser);
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
      problems.push(...problemsAtTheEnd(log, sent, browser.pages), ...witnesses.flatMap((each) => each.problems(log)));
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
    loads: visitors.reduce((sum, { witnesses }) => sum + witnesses.length, 0),
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
