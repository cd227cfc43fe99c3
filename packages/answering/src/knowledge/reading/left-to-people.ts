/**
 * A file with `left-to: people` is no article. Its list items are questions of customers that no article answers, often similar to some
 * that one does. They train the search (search/learning/article-classifier.ts); nothing of the file is shown or cited. Text outside of
 * list items is a note for the file's authors.
 */
import { type Passage, Unreadable } from './article.js';
import { type PassagesWithQuestions, questionsAmong } from './listed-questions.js';

/** For one file. More are not maintained by hand. */
export const MOST_LEFT = 5_000;

/** One passage without text that lists them all. @throws Unreadable when there are none. */
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
