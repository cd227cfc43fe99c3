/** Asks the questions of a knowledge base and counts: right and wrong answers, refusals, and who was led to the right article. */
import type { Answer } from '../../../packages/answering/dist/knowledge/answer/whole-answer.js';
import type { Asked } from './fields.js';

/** What became of one question. */
export interface Outcome extends Asked {
  readonly outcome: Answer['outcome'];
  /** The article that is quoted first; null: it wasn't answered. */
  readonly first: string | null;
  /** Every article that is shown, quoted or as a link. */
  readonly shown: readonly string[];
  /** Answered, and the first article is a right one. */
  readonly right: boolean;
  /** A right article is shown. */
  readonly led: boolean;
  readonly text: string;
}

export interface Figures {
  readonly answerable: number;
  readonly right: number;
  readonly wrong: number;
  readonly led: number;
  readonly near: number;
  readonly nearRefused: number;
  readonly off: number;
  readonly offRefused: number;
}

/** A file's name without the extension that an article's id hasn't. */
const idOf = (file: string): string => file.replace(/\.(?:md|markdown)$/i, '');

export async function outcomeOf(asked: Asked, ask: (question: string) => Promise<Answer>): Promise<Outcome> {
  const { outcome, citations, text } = await ask(asked.q);
  const shown = citations.map(({ documentId }) => documentId);
  const first = outcome === 'answered' ? (shown[0] ?? null) : null;
  const expected = (asked.articles ?? []).map(idOf);
  return {
    ...asked,
    outcome,
    first,
    shown,
    right: first !== null && expected.includes(first),
    led: shown.some((id) => expected.includes(id)),
    text,
  };
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const of = (kind: Asked['kind']) => outcomes.filter((each) => each.kind === kind);
  const refused = (all: readonly Outcome[]) => all.filter(({ outcome }) => outcome !== 'answered').length;
  const [answerable, near, off] = [of('answerable'), of('near'), of('off')];
  return {
    answerable: answerable.length,
    right: answerable.filter(({ right }) => right).length,
    wrong: answerable.filter(({ right, outcome }) => !right && outcome === 'answered').length,
    led: answerable.filter(({ led }) => led).length,
    near: near.length,
    nearRefused: refused(near),
    off: off.length,
    offRefused: refused(off),
  };
}

/** A share with its 95 % interval (Wilson), such as `0.54 (0.50–0.58)`. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const z = 1.96;
  const p = part / whole;
  const middle = (p + z ** 2 / (2 * whole)) / (1 + z ** 2 / whole);
  const half = (z * Math.sqrt((p * (1 - p)) / whole + z ** 2 / (4 * whole ** 2))) / (1 + z ** 2 / whole);
  return `${p.toFixed(2)} (${Math.max(0, middle - half).toFixed(2)}–${Math.min(1, middle + half).toFixed(2)})`;
}

export const TABLE_HEAD = [
  '| Knowledge | Questions | Right | Wrong | Led there | Near ones refused | Others refused |',
  '|---|--:|---|---|---|---|---|',
].join('\n');

export function tableRow(name: string, figures: Figures): string {
  const { answerable, right, wrong, led, near, nearRefused, off, offRefused } = figures;
  const cells = [
    share(right, answerable),
    share(wrong, answerable),
    share(led, answerable),
    share(nearRefused, near),
    share(offRefused, off),
  ];
  return `| ${name} | ${answerable + near + off} | ${cells.join(' | ')} |`;
}
