/**
 * `npm run fit-gate`: fits the gate (search/gate.ts) on the fields and writes assets/gate.json. Each field's figures are of weights that
 * were fitted on the others. `--also FOLDER` adds knowledge bases from elsewhere; their texts stay there.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GateModel, probability } from '../../../packages/answering/dist/knowledge/search/gate.js';
import type { Evidence } from '../../../packages/answering/dist/knowledge/search/ranking.js';
import { ROOT } from '../../support/runs/repository.js';
import { type Asked, type Field, fieldsIn, ownFields, writeField } from './fields.js';
import { openInbox } from './open-inbox.js';

export type Key = keyof Evidence;
/** `meaning` is weighed by hand: the fields are fitted without vectors. */
export const KEYS: readonly Key[] = ['cover', 'together', 'name', 'gap', 'length'];
const MEANING = 0.8;
/** Fixed too: with the only large field left out, the others say nothing of it. A fit of all gave -4.3 to -5.1. */
const SIZE = -4.5;
/** The most wrong answers among the answerable questions, on average over the fields that were not fitted on. */
const WRONG = 0.085;
/** Keeps the weights small: some kinds of evidence say nearly the same. */
const PENALTY = 0.01;
const MERGED = 'merged';
const STEPS = 3_000;
const RATE = 0.5;

interface Example {
  readonly variant: 'whole' | 'half';
  /** How many questions its article lists. */
  readonly listed: number;
  readonly kind: Asked['kind'];
  readonly evidence: Evidence | null;
  /** The best passage is of a right article. */
  readonly right: boolean;
}

export interface Examples {
  readonly field: Field;
  readonly examples: readonly Example[];
}

export async function fitGate(also: string | null): Promise<string> {
  const all = await examplesOfAll(also);
  const { answersFrom, figuresAt } = outOfField(all);
  const model = { ...fit(all), answersFrom: Math.round(answersFrom * 1_000) / 1_000 };
  const written = { ...model, outOfField: figuresAt(0), outOfFieldOneListed: figuresAt(1) };
  writeFileSync(join(ROOT, 'packages/answering/assets/gate.json'), `${JSON.stringify(written, null, 2)}\n`);
  return JSON.stringify(written, null, 2);
}

export async function examplesOfAll(also: string | null): Promise<readonly Examples[]> {
  const own = ownFields();
  const fields = [...own, ...merged(own), ...(also === null ? [] : fieldsIn(also))];
  const all: Examples[] = [];
  for (const field of fields) all.push({ field, examples: await examplesOf(field) });
  return all;
}

/** Figures of each field with weights that were fitted on the others. `without`: a kind of evidence that is left out. */
export function outOfField(all: readonly Examples[], without: Key | null = null) {
  const outside = all
    .filter(({ field }) => field.source !== MERGED)
    .map(({ field, examples }) => {
      const isOther = (other: Field) =>
        other.source !== field.source && (other.source !== MERGED || field.language !== 'en');
      const model = fit(
        all.filter((other) => isOther(other.field)),
        without,
      );
      return {
        field,
        rated: examples.map((each) => ({ ...each, p: each.evidence ? probability(each.evidence, model) : 0 })),
      };
    });
  const figuresFrom = (from: number, listed = 0) =>
    outside.map(({ field, rated }) => {
      const share = (kind: Asked['kind'], counts: (each: Example & { p: number }) => boolean) => {
        const of = rated.filter((each) => each.variant === 'whole' && each.kind === kind && each.listed === listed);
        return of.length === 0 ? 0 : Math.round((of.filter(counts).length / of.length) * 1_000) / 1_000;
      };
      return {
        field: field.name,
        right: share('answerable', ({ p, right }) => p >= from && right),
        wrong: share('answerable', ({ p, right }) => p >= from && !right),
        nearRefused: share('near', ({ p }) => p < from),
        offRefused: share('off', ({ p }) => p < from),
      };
    });
  let answersFrom = 0.2;
  const wrongAt = (from: number) => figuresFrom(from).reduce((sum, { wrong }) => sum + wrong, 0) / outside.length;
  while (wrongAt(answersFrom) > WRONG) answersFrom += 0.005;
  return { answersFrom, figuresAt: (listed: number) => figuresFrom(answersFrom, listed) };
}

/** All own fields of one language as one: a larger knowledge base. It is fitted on and has no figures. */
function merged(fields: readonly Field[]): readonly Field[] {
  const parts = fields.filter(({ language }) => language === 'en');
  const named = (name: string, id: string) => `${name}-${id}`;
  return [
    {
      name: MERGED,
      language: 'en',
      source: MERGED,
      articles: parts.flatMap(({ name, articles }) => articles.map((each) => ({ ...each, id: named(name, each.id) }))),
      questions: parts.flatMap(({ name, questions }) =>
        questions.map(({ articles, ...rest }) => ({
          ...rest,
          ...(articles && { articles: articles.map((id) => named(name, id)) }),
        })),
      ),
    },
  ];
}

async function examplesOf(field: Field): Promise<readonly Example[]> {
  const folder = mkdtempSync(join(tmpdir(), 'service-fit-'));
  const examples: Example[] = [];
  for (const { part, listed, variant } of variantsOf(field)) {
    const questions = writeField(part, folder, listed);
    const inbox = await openInbox(folder);
    for (const { q, kind, articles = [] } of questions) {
      const [best] = (await inbox.explain(q)).found;
      examples.push({
        listed,
        variant,
        kind,
        evidence: best?.evidence ?? null,
        right: best !== undefined && articles.includes(best.documentId),
      });
    }
    await inbox.close();
    rmSync(folder, { recursive: true });
  }
  return examples;
}

/**
 * The field as it is; with a listed question for each article; and its halves, in which questions of the other half are near misses: sizes
 * differ, and what is missing isn't chosen by its author.
 */
function variantsOf(field: Field) {
  const halves = [0, 1].map((half): Field => {
    const articles = field.articles.filter((_, i) => i % 2 === half);
    const ids = new Set(articles.map(({ id }) => id));
    const questions = field.questions.map(
      ({ articles: expected, ...rest }): Asked =>
        expected === undefined || expected.some((id) => ids.has(id))
          ? { ...rest, ...(expected && { articles: expected }) }
          : { ...rest, kind: 'near' },
    );
    return { ...field, articles, questions };
  });
  return [
    { part: field, listed: 0, variant: 'whole' },
    { part: field, listed: 1, variant: 'whole' },
    ...halves.map((part) => ({ part, listed: 0, variant: 'half' as const })),
  ] as const;
}

/** Logistic regression by gradient descent; each field counts alike, and more evidence never makes an answer less sure. */
function fit(all: readonly Examples[], without: Key | null = null): GateModel {
  const keys = KEYS.filter((key) => key !== without);
  const size = without === 'size' ? 0 : SIZE;
  const rows = all.flatMap(({ examples }) => {
    const usable = examples.flatMap(({ evidence, right }) => (evidence ? [{ evidence, right }] : []));
    return usable.map(({ evidence, right }) => ({
      values: keys.map((key) => evidence[key]),
      fixed: size * evidence.size,
      target: right ? 1 : 0,
      weight: 1 / usable.length / all.length,
    }));
  });
  const mean = keys.map((_, k) => rows.reduce((sum, { values }) => sum + (values[k] as number), 0) / rows.length);
  const spread = keys.map(
    (_, k) =>
      Math.sqrt(
        rows.reduce((sum, { values }) => sum + ((values[k] as number) - (mean[k] as number)) ** 2, 0) / rows.length,
      ) || 1,
  );
  const scaled = rows.map(({ values, ...rest }) => ({
    ...rest,
    values: values.map((value, k) => (value - (mean[k] as number)) / (spread[k] as number)),
  }));
  let bias = 0;
  let weights = keys.map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    let slope = 0;
    const slopes = weights.map((weight) => PENALTY * weight);
    for (const { values, target, weight, fixed } of scaled) {
      const sum = values.reduce((total, value, k) => total + value * (weights[k] as number), bias + fixed);
      const error = weight * (1 / (1 + Math.exp(-sum)) - target);
      slope += error;
      for (const [k, value] of values.entries()) slopes[k] = (slopes[k] as number) + error * value;
    }
    bias -= RATE * slope;
    weights = weights.map((weight, k) => Math.max(0, weight - RATE * (slopes[k] as number)));
  }
  const unscaled = weights.map((weight, k) => weight / (spread[k] as number));
  const round = (value: number) => Math.round(value * 1_000) / 1_000;
  return {
    weights: {
      ...(Object.fromEntries(keys.map((key, k) => [key, round(unscaled[k] as number)])) as Partial<
        Record<Key, number>
      >),
      size,
      meaning: MEANING,
    },
    bias: round(bias - unscaled.reduce((sum, weight, k) => sum + weight * (mean[k] as number), 0)),
    answersFrom: 0.5,
  };
}
