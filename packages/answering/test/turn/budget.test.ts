/** What answers may cost, by conversation, contact, address, inbox and day. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Say, say } from '../../../../test/support/model-provider/reply.js';
import { inboxesOf } from '../../../realtime-server/test/support/serve.js';
import { WireClient } from '../../../realtime-server/test/support/wire-client.js';
import { type Accounts, accountOf, exhaustedScope, type Spender } from '../../dist/turn/budget.js';
import type { Backed } from '../model/model-backends.js';
import { ask, begin, provider, server } from './scripted-turn.js';

describe('a budget', () => {
  const expensive: Say = { ...say('Hello.'), tokens: { input: 900, output: 200 } };
  const withBudget = (budget: object) => ({ inboxes: inboxesOf({ id: 'demo', people: { hours: null }, budget }) });

  it('of a conversation ends with a clear answer and a person, also after a restart', async () => {
    const visitor = await begin(withBudget({ conversation: 1_000 }), expensive);
    await ask(visitor, 'One');
    const spent = {
      text: expect.stringMatching(/I’ve reached today’s limit.*person/),
      outcome: 'unknown',
      offerPerson: true,
    };
    expect(await ask(visitor, 'Two', 2)).toMatchObject(spent);
    await (server as Backed).restart();
    const later = await WireClient.join((server as Backed).port, { session: visitor.token });
    expect(await ask(later, 'Three', 3)).toMatchObject(spent);
    expect(provider.requests).toHaveLength(1);
    const other = await WireClient.join((server as Backed).port);
    expect((await ask(other, 'Four')).text).toBe('Hello.');
  });

  it('of an inbox ends for everybody', async () => {
    const visitor = await begin(withBudget({ inbox: 1_000 }), expensive);
    await ask(visitor, 'One');
    const other = await WireClient.join((server as Backed).port);
    expect((await ask(other, 'Two')).text).toMatch(/The assistant has reached today’s limit/);
  });

  it('counts at an estimate what a provider does not count', async () => {
    const visitor = await begin(withBudget({ contact: 1_000 }), { ...say('word '.repeat(2_000)), tokens: null });
    await ask(visitor, 'One');
    expect((await ask(visitor, 'Two', 2)).text).toMatch(/I’ve reached today’s limit/);
  });

  it('counts an answer that was stopped', async () => {
    const visitor = await begin(withBudget({ contact: 1_000 }), { kind: 'hang', text: ['word '.repeat(2_000)] });
    visitor.say('One');
    await visitor.next('delta');
    visitor.send({ t: 'stop', conversation: visitor.conversation });
    await visitor.until(() => visitor.events.some(({ body }) => body.kind === 'answer.interrupted'), 'the end');
    expect((await ask(visitor, 'Two')).text).toMatch(/I’ve reached today’s limit/);
  });

  describe('of a day', () => {
    const DAY = 86_400_000;
    let spent: Map<string, number>;
    let known: Set<string>;
    let accounts: Accounts;
    beforeEach(() => {
      spent = new Map();
      known = new Set(['ctc_1', 'ctc_2']);
      accounts = {
        ledger: {
          tokensUsed: async (keys, day) => new Map(keys.map((key) => [key, spent.get(`${key} ${day}`) ?? 0])),
          addTokensUsed: async (keys, day, tokens) => {
            for (const key of keys) spent.set(`${key} ${day}`, (spent.get(`${key} ${day}`) ?? 0) + tokens);
          },
          isKnownContact: async (contact) => known.has(contact),
        },
        addressName: (address, day) => `name of ${address} on ${day}`,
      };
    });
    const charge = async (spender: Spender, now: number, tokens: number) =>
      (await accountOf(accounts, spender, now)).count(tokens);

    it('holds for all conversations of a contact, that of a conversation for it alone, and both for one day', async () => {
      const first = { inbox: 'demo', contact: 'ctc_1', conversation: 'cnv_1' };
      const second = { ...first, conversation: 'cnv_2' };
      const other = { inbox: 'demo', contact: 'ctc_2', conversation: 'cnv_3' };
      const budget = { conversation: 100, contact: 150, inbox: 1_000 };
      const scopes = (now: number) =>
        Promise.all([first, second, other].map((spender) => exhaustedScope(accounts, budget, spender, now)));
      await charge(first, DAY, 100);
      expect(await scopes(DAY)).toEqual(['conversation', null, null]);
      await charge(second, DAY, 50);
      expect(await scopes(DAY)).toEqual(['conversation', 'contact', null]);
      await charge(other, DAY, 850);
      expect(await scopes(DAY + 1)).toEqual(['conversation', 'contact', 'conversation']);
      expect(await exhaustedScope(accounts, { ...budget, conversation: null }, other, DAY)).toBe('contact');
      const none = { ...budget, conversation: null, contact: null };
      expect(await exhaustedScope(accounts, none, other, DAY)).toBe('inbox');
      expect(await scopes(2 * DAY)).toEqual([null, null, null]);
    });

    it('leaves four fifths of the inbox to other addresses, and a quarter to visitors whom it knows', async () => {
      const budget = { conversation: null, contact: null, inbox: 1_000_000 };
      let visitors = 0;
      const from = (address: string | null): Spender => {
        visitors += 1;
        return { inbox: 'demo', contact: `ctc_new_${visitors}`, conversation: `cnv_new_${visitors}`, address };
      };
      /** As many visitors as are answered, each with one turn; what they spent together. */
      const flood = async (addressOf: () => string) => {
        let tokens = 0;
        for (let n = 0; n < 200; n++) {
          const visitor = from(addressOf());
          if ((await exhaustedScope(accounts, budget, visitor, DAY)) !== null) continue;
          await charge(visitor, DAY, 10_500);
          tokens += 10_500;
        }
        return tokens;
      };
      expect(await flood(() => '192.0.2.66')).toBeLessThan(0.2 * budget.inbox + 10_500);
      expect(await exhaustedScope(accounts, budget, from('192.0.2.66'), DAY)).toBe('address');
      expect(await exhaustedScope(accounts, budget, from('192.0.2.1'), DAY)).toBeNull();
      const all = await flood(() => `198.51.100.${visitors % 250}`);
      expect(all).toBeGreaterThan(0.5 * budget.inbox);
      expect(await exhaustedScope(accounts, budget, from('192.0.2.1'), DAY)).toBe('newcomers');
      const customer = { inbox: 'demo', contact: 'ctc_1', conversation: 'cnv_1', address: '192.0.2.2' };
      expect(await exhaustedScope(accounts, budget, customer, DAY)).toBeNull();
      // No address is stored, and none is counted for ever.
      expect(
        [...spent.keys()].filter((key) => key.startsWith('address:')).every((key) => key.includes('name of')),
      ).toBe(true);
      expect(await exhaustedScope(accounts, budget, from('192.0.2.66'), 2 * DAY)).toBeNull();
    });

    it('of an address is what the operator sets, and nothing where the inbox has no limit', async () => {
      const visitor = { inbox: 'demo', contact: 'ctc_1', conversation: 'cnv_1', address: '192.0.2.66' };
      await charge(visitor, DAY, 500_000);
      const budget = { conversation: null, contact: null, inbox: 1_000_000 };
      expect(await exhaustedScope(accounts, { ...budget, address: null }, visitor, DAY)).toBeNull();
      expect(await exhaustedScope(accounts, { ...budget, address: 600_000 }, visitor, DAY)).toBeNull();
      expect(await exhaustedScope(accounts, { ...budget, address: 400_000 }, visitor, DAY)).toBe('address');
      expect(await exhaustedScope(accounts, { ...budget, inbox: null }, visitor, DAY)).toBeNull();
    });
  });

  it('counts a step before it begins, so that answers at the same moment share what is left', async () => {
    const visitor = await begin(withBudget({ inbox: 1_000 }), { kind: 'hang', text: ['word'] });
    visitor.say('word '.repeat(1_000), 'client-long');
    await visitor.next('delta');
    const other = await WireClient.join((server as Backed).port);
    expect((await ask(other, 'Two')).text).toMatch(/The assistant/);
  });
});
