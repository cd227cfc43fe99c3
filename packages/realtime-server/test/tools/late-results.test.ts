/** Results that come too late. */
import { describe, expect, it } from 'vitest';
import { PageByHand, PING } from './scripted-page.js';
import { answering, call, ok, results, server, TAB } from './tool-server.js';

describe('a result that comes too late', () => {
  /** The page hands it in all the same; the server has heard that, and everything before it. */
  async function handsInLate(page: PageByHand, lease: string) {
    const dismissals = () => page.wire.frames.filter(({ t }) => t === 'tool.cancel').length;
    const before = dismissals();
    page.report('c1', lease, ok);
    await page.wire.until(() => dismissals() > before, 'the page to be asked to forget it');
    const settled = page.wire.events.filter(({ body }) => body.kind === 'tool.settled');
    return { settled: settled.map(({ body }) => body), audit: await server.audit(page.wire.conversation) };
  }

  it('after its time: the call stays unknown, in the log and for the answerer', async () => {
    const made = await answering(call('c1', 'ping_shop'));
    const page = await PageByHand.open(server.port, TAB[0], [{ ...PING, timeoutMs: 1 }]);
    page.wire.say('Once');
    await page.claim('c1');
    const lease = await page.start('c1');
    const error = { code: 'execution_timeout', outcome: 'unknown', retryable: false };
    expect(await results(page, made)).toMatchObject([{ error }]);
    const { settled, audit } = await handsInLate(page, lease);
    expect(settled).toEqual([
      { kind: 'tool.settled', call: 'c1', state: 'failed', code: 'execution_timeout', outcome: 'unknown' },
    ]);
    expect(audit).toMatchObject([{ end: { ok: false, error } }]);
    expect(made.results).toHaveLength(1);
  });

  it('after the visitor stopped the answer: cancelled it stays', async () => {
    const made = await answering(call('c1', 'ping_shop'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Once');
    await page.claim('c1');
    const lease = await page.start('c1');
    page.wire.send({ t: 'stop', conversation: page.wire.conversation });
    await page.eventOf('tool.settled', 'c1');
    const { settled, audit } = await handsInLate(page, lease);
    expect(settled).toMatchObject([{ state: 'failed', code: 'cancelled', outcome: 'unknown' }]);
    expect(audit).toMatchObject([{ end: { ok: false, error: { code: 'cancelled', outcome: 'unknown' } } }]);
    // Whether the one who answers still hears of the end is a matter of moments; of a success it hears nothing.
    expect(made.results.flat().filter((each) => (each as { ok: boolean }).ok)).toEqual([]);
  });

  it('after the answer was whole, from a page that is in another conversation by then: it is asked to forget it', async () => {
    const made = await answering(call('c1', 'ping_shop'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Once');
    await page.claim('c1');
    const lease = await page.start('c1');
    page.report('c1', lease, ok);
    await results(page, made);
    page.wire.send({ t: 'open', id: 'client-another', conversation: null });
    const { conversation } = await page.wire.next('opened');
    await page.offer([PING], null, conversation);
    const { audit } = await handsInLate(page, lease);
    expect(audit).toMatchObject([{ end: ok }]);
  });
});
