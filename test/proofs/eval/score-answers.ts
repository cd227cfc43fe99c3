/** Asks the questions and scores the answers with the usual measures of search: recall, precision, refusals. */
import type { Answer } from '../../../packages/answering/dist/knowledge/answer/whole-answer.js';
import type { Row } from './questions.js';

export interface Score {
  readonly group: string;
  readonly answerable: number;
  /** Answered, and the right article is cited. */
  readonly right: number;
  /** Answered from other articles alone. */
  readonly wrong: number;
  readonly unanswerable: number;
  /** Refused, or offered only related articles. */
  readonly refused: number;
}

export interface Evaluation {
  readonly groups: readonly Score[];
  readonly whole: Score;
  /** One line for each question with a wrong answer. */
  readonly misses: readonly string[];
}

/** Only the first citations count: more are a list, not an answer. */
const CITATIONS_CHECKED = 3;

export async function scoreAnswers(
  rows: readonly Row[],
  ask: (question: string) => Promise<Answer>,
): Promise<Evaluation> {
  const groups = new Map<string, Score>();
  const misses: string[] = [];
  for (const row of rows) {
    const { outcome, citations } = await ask(row.question);
    const cited = citations.slice(0, CITATIONS_CHECKED).map(({ documentId }) => documentId);
    const answered = outcome === 'answered';
    const expected = row.articles ?? [];
    const right =
      answered && (row.all ? expected.every((id) => cited.includes(id)) : expected.some((id) => cited.includes(id)));
    if (row.articles ? !right : answered) {
      misses.push(
        `[${row.group}] ${row.question} → ${outcome} ${cited.join(', ')}${row.articles ? ` (${expected.join(row.all ? ' and ' : ' or ')})` : ''}`,
      );
    }
    const before = groups.get(row.group) ?? {
      group: row.group,
      answerable: 0,
      right: 0,
      wrong: 0,
      unanswerable: 0,
      refused: 0,
    };
    groups.set(row.group, {
      group: row.group,
      answerable: before.answerable + (row.articles ? 1 : 0),
      right: before.right + (right ? 1 : 0),
      wrong: before.wrong + (row.articles && answered && !right ? 1 : 0),
      unanswerable: before.unanswerable + (row.articles ? 0 : 1),
      refused: before.refused + (row.articles || answered ? 0 : 1),
    });
  }
  const all = [...groups.values()];
  const sum = (of: (score: Score) => number): number => all.reduce((total, score) => total + of(score), 0);
  const whole: Score = {
    group: 'all',
    answerable: sum((score) => score.answerable),
    right: sum((score) => score.right),
    wrong: sum((score) => score.wrong),
    unanswerable: sum((score) => score.unanswerable),
    refused: sum((score) => score.refused),
  };
  return { groups: all, whole, misses };
}

/** The share of the answerable questions whose answer cites the right article. */
export const recall = ({ right, answerable }: Score): number => right / answerable;
/** The share of the given answers that cite the right article. */
export const precision = ({ right, wrong, unanswerable, refused }: Score): number =>
  right / (right + wrong + (unanswerable - refused));
/** The share of the unanswerable questions that are not answered. */
export const refusals = ({ refused, unanswerable }: Score): number => refused / unanswerable;
