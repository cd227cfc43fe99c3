/** Asks the questions and counts what was right, in the terms that searches are measured in. */
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
  /** Said that it doesn't know, or at most what is near. */
  readonly refused: number;
}

export interface Judgement {
  readonly groups: readonly Score[];
  readonly whole: Score;
  /** One line for each question that went wrong. */
  readonly misses: readonly string[];
}

/** More citations than this are no answer but a list. */
const LOOKED_AT = 3;

export async function judge(rows: readonly Row[], ask: (question: string) => Promise<Answer>): Promise<Judgement> {
  const groups = new Map<string, Score>();
  const misses: string[] = [];
  for (const row of rows) {
    const { outcome, citations } = await ask(row.question);
    const cited = citations.slice(0, LOOKED_AT).map(({ documentId }) => documentId);
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

/** Of the answerable questions, those that cite the right article. */
export const recall = ({ right, answerable }: Score): number => right / answerable;
/** Of the answers that were given, those that cite the right article. */
export const precision = ({ right, wrong, unanswerable, refused }: Score): number =>
  right / (right + wrong + (unanswerable - refused));
/** Of the unanswerable questions, those that are not answered. */
export const refusals = ({ refused, unanswerable }: Score): number => refused / unanswerable;
