/**
 * A file that says `left-to: people` is no article. Its list items are questions as customers ask them that no article
 * answers, often near to some that one does. The search learns from them what to leave to people (search/learned.ts); they
 * are never shown and nothing of the file is cited. What isn't an item is a note for the file's authors.
 */
import { type Passage, Unreadable } from './article.js';
import { type PassagesWithQuestions, questionsAmong } from './listed-questions.js';

/** Of one file: so many are no longer read by anybody. */
export const MOST_LEFT = 5_000;

/** One passage that says nothing and lists them all. @throws Unreadable when there are none. */
export function leftToPeople(written: readonly Passage[], front: readonly string[]): PassagesWithQuestions {
  const problems: string[] = [];
  const items = written.flatMap(({ pieces, questions }) => [
    ...questions,
    ...pieces.filter(({ kind }) => kind === 'item').map(({ text }) => text),
  ]);
  const listed = questionsAmong([...front, ...items], 'for people', problems);
  if (listed.length === 0)
    throw new Unreadable('leaves questions to people and lists none; write each on a line that begins with "- "');
  if (listed.length > MOST_LEFT)
    problems.push(`lists ${listed.length} questions for people; the first ${MOST_LEFT} count. Begin another file`);
  return { passages: [{ heading: '', pieces: [], questions: listed.slice(0, MOST_LEFT) }], problems };
}
