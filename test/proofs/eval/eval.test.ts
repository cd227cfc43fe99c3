/**
 * The quick form of `npm run eval`: the same questions, with lower limits that no change may fall below. Both stores must
 * give the same answers.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Postgres } from '../../../packages/realtime-server/test/support/postgres.js';
import { questionsOf, type Split } from './questions.js';
import { recall, refusals, scoreAnswers } from './score-answers.js';
import { openShop, type Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('the demo shop', () => {
  it.each<[Split, number, number]>([
    ['tuned', 0.97, 0.95],
    ['development', 0.95, 0.95],
    ['held-out', 0.9, 0.95],
  ])('answers and refuses correctly: %s', async (split, answered, refused) => {
    const { whole } = await scoreAnswers(questionsOf(split), shop.ask);
    expect(recall(whole)).toBeGreaterThanOrEqual(answered);
    expect(refusals(whole)).toBeGreaterThanOrEqual(refused);
  });

  it('answers the same from PostgreSQL as from SQLite', async () => {
    const postgres = await Postgres.start();
    const shared = await openShop(await postgres.newDatabase());
    for (const { question } of (['tuned', 'development', 'held-out'] as const).flatMap(questionsOf)) {
      expect(await shared.ask(question), question).toEqual(await shop.ask(question));
    }
    await shared.close();
    await postgres.dispose();
  });
});
