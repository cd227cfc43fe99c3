/** Every measurement, one after the other so that none disturbs another, and the report of them. */
import { startSite } from '../harness/start-site.js';
import { measureDelivery } from './delivery.js';
import { measureFirstWord } from './first-word.js';
import { measureIdleMemory } from './idle-memory.js';
import { measureLauncherTime } from './launcher-time.js';
import { keepReport } from './report.js';
import { measureResume } from './resume.js';
import { measureStreaming } from './streaming.js';
import { measureWeight } from './weight.js';

/** So many that half of what they reach together is about one message a second from each: both loads are of one crowd. */
const VISITORS = 4_000;
const IDLE_SOCKETS = 2_000;
/** As long as a question to a shop usually is. */
const TEXT = 'Hello, I ordered boots last Tuesday and would like to know whether I can still change the size.';

/** Measures everything, keeps the report among the results and returns it as Markdown; `tell` is called before each part. */
export async function runBench(tell: (part: string) => void): Promise<string> {
  const site = await startSite();
  try {
    const { inboxDir } = site.service.options;
    tell('weight and launcher');
    const weight = await measureWeight(site);
    const launcher = await measureLauncherTime(site);
    tell('durable delivery');
    const delivery = await measureDelivery(VISITORS, TEXT);
    tell('streaming');
    const streaming = await measureStreaming(site.shop);
    tell('the first word of a model');
    const firstWord = await measureFirstWord(inboxDir, site.shop);
    tell('coming back');
    const resume = await measureResume(inboxDir, site.shop, TEXT);
    tell('idle visitors');
    const memory = await measureIdleMemory(IDLE_SOCKETS);
    return keepReport({
      visitors: VISITORS,
      delivery,
      streaming,
      firstWord,
      resume,
      idleSockets: IDLE_SOCKETS,
      memory,
      weight,
      launcher,
    });
  } finally {
    await site.dispose();
  }
}
