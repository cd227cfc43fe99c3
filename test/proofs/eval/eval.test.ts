/**
 * The quick form of `npm run eval`: lower limits that no change may fall below, on the demo shop and on fields of other kinds. Both stores
 * must give the same answers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Postgres } from '../../../packages/realtime-server/test/support/postgres.js';
import { type Asked, ownFields, writeField } from './fields.js';
import { type OpenInbox, openInbox, openShop } from './open-inbox.js';
import type { Split } from './questions.js';
import { askedOf, evalFolder } from './run-eval.js';
import { type Figures, figuresOf, outcomeOf, share } from './score-answers.js';

let shop: OpenInbox;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function figures({ ask }: OpenInbox, questions: readonly Asked[]): Promise<Figures> {
  const outcomes = [];
  for (const asked of questions) outcomes.push(await outcomeOf(asked, ask));
  return figuresOf(outcomes);
}

describe('the demo shop, with 200 listed questions and its synonyms', () => {
  it.each<[Split, number]>([
    ['tuned', 0.75],
    ['development', 0.7],
    ['held-out', 0.68],
  ])('answers and refuses: %s', async (split, answered) => {
    const { answerable, right, wrong, off, offRefused } = await figures(shop, askedOf(split));
    expect(right / answerable).toBeGreaterThanOrEqual(answered);
    expect(wrong / answerable).toBeLessThanOrEqual(0.1);
    expect(offRefused / off).toBeGreaterThanOrEqual(0.9);
  });

  it('answers the same from PostgreSQL as from SQLite', async () => {
    const postgres = await Postgres.start();
    const shared = await openShop({ databaseUrl: await postgres.newDatabase() });
    for (const { q } of (['tuned', 'held-out'] as const).flatMap(askedOf)) {
      expect(await shared.ask(q), q).toEqual(await shop.ask(q));
    }
    await shared.close();
    await postgres.dispose();
  });
});

describe('a knowledge base of another field, with plain articles', () => {
  it.each(ownFields().map((field) => [field.name, field] as const))(
    '%s: is mostly right when it answers, and refuses what it has no article for',
    async (_, field) => {
      const folder = mkdtempSync(join(tmpdir(), 'service-field-'));
      const questions = writeField(field, folder);
      const inbox = await openInbox(folder);
      const { answerable, right, wrong, led, near, nearRefused, off, offRefused } = await figures(inbox, questions);
      await inbox.close();
      rmSync(folder, { recursive: true });
      expect(right / answerable).toBeGreaterThanOrEqual(0.22);
      expect(wrong / answerable).toBeLessThanOrEqual(0.2);
      expect(led / answerable).toBeGreaterThanOrEqual(0.6);
      expect(nearRefused / near).toBeGreaterThanOrEqual(0.78);
      expect(offRefused / off).toBeGreaterThanOrEqual(0.9);
    },
  );
});

describe('the evaluation of a folder that someone gives', () => {
  it('prints one JSON line for each question and a table last', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-field-'));
    const [field] = ownFields();
    if (!field) throw new Error('There is no field.');
    writeField(field, folder);
    const lines: string[] = [];
    const file = join(import.meta.dirname, 'fields', `${field.name}.jsonl`);
    await evalFolder(join(folder, 'knowledge'), file, (line) => lines.push(line));
    rmSync(folder, { recursive: true });
    const rows = lines.slice(0, -1).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows).toHaveLength(field.questions.length);
    expect(rows[0]).toMatchObject({ q: field.questions[0]?.q, kind: 'answerable', outcome: expect.any(String) });
    expect(lines.at(-1)).toMatch(/\| Knowledge \|[\s\S]*\| \d+ \| 0\.\d\d \(0\.\d\d–0\.\d\d\)/);
  });

  it('gives intervals that are wide for few questions', () => {
    expect(share(5, 10)).toBe('0.50 (0.24–0.76)');
    expect(share(500, 1_000)).toBe('0.50 (0.47–0.53)');
    expect(share(0, 0)).toBe('–');
  });
});
