/**
 * The questions that an article lists: how customers ask for its content. They are used by the search and never shown, so nothing of
 * them may get into a passage's pieces. They are written:
 *
 * - as `questions:` in the front matter, one item a line: for the first passage;
 * - in a comment below a heading, in Markdown and HTML, `<!-- questions:` and one item a line: for that section;
 * - in the file beside it (`<name>.about`), below a line `## Heading`: for that section, in any format.
 */
import { truncate } from '@service/protocol';
import type { Passage } from './article.js';

/** For one section. A section that needs more has two topics under one heading. */
export const MOST_QUESTIONS = 60;
/** In letters. */
export const LONGEST_QUESTION = 200;

/** The questions of a comment; null for any other comment. `comment`: the text between `<!--` and `-->`. */
export function questionsInComment(comment: string): readonly string[] | null {
  const [first = '', ...others] = comment.trim().split('\n');
  const named = /^questions:(.*)$/i.exec(first.trim());
  return named ? [named[1] as string, ...others].map(itemText).filter((question) => question !== '') : null;
}

/** The text of an item without its marker and quotes. */
export function itemText(line: string): string {
  return line
    .trim()
    .replace(/^[-*•](?:\s+|$)/, '')
    .replace(/^(["'])(.*)\1$/, '$2');
}

export interface PassagesWithQuestions {
  readonly passages: readonly Passage[];
  /** Each says what to write instead; it goes after the file's name. */
  readonly problems: readonly string[];
}

/**
 * Adds the usable questions to their passages: `front` to the first one, `beside` by heading. The others are reported in `problems`, and
 * the article is used without them.
 */
export function assignQuestions(
  passages: readonly Passage[],
  front: readonly string[],
  beside: ReadonlyMap<string, readonly string[]>,
): PassagesWithQuestions {
  const problems: string[] = [];
  const waiting = new Map(beside);
  const opening = passages.find(({ pieces }) => pieces.length > 0);
  const withQuestions = passages.map((passage): Passage => {
    const { heading, questions } = passage;
    const more = waiting.get(heading) ?? [];
    waiting.delete(heading);
    return {
      ...passage,
      questions: usable([...(passage === opening ? front : []), ...questions, ...more], heading, problems),
    };
  });
  for (const [heading, questions] of waiting) {
    if (questions.length === 0) continue;
    problems.push(
      `lists questions for "${short(heading)}", which is none of its headings; write the heading exactly as in the article`,
    );
  }
  const textless = withQuestions.filter(({ pieces, questions }) => pieces.length === 0 && questions.length > 0);
  for (const { heading } of textless)
    problems.push(`lists questions under "${short(heading)}", where no text answers them; move them to their text`);
  return { passages: withQuestions.filter(({ pieces }) => pieces.length > 0), problems };
}

function usable(listed: readonly string[], heading: string, problems: string[]): readonly string[] {
  const where = heading === '' ? 'at its beginning' : `under "${short(heading)}"`;
  const sound = questionsAmong(listed, where, problems);
  if (sound.length > MOST_QUESTIONS)
    problems.push(
      `lists ${sound.length} questions ${where}; the first ${MOST_QUESTIONS} count. Give what they ask headings of its own`,
    );
  return sound.slice(0, MOST_QUESTIONS);
}

/** Each question once. Other items are reported in `problems`. `where`: as in "lists … at its beginning". */
export function questionsAmong(listed: readonly string[], where: string, problems: string[]): readonly string[] {
  const sound: string[] = [];
  for (const question of new Set(listed)) {
    if (question.length > LONGEST_QUESTION)
      problems.push(
        `lists the question "${short(question)}" ${where}, of ${question.length} letters; write it with at most ${LONGEST_QUESTION}`,
      );
    else if (!/[\p{L}\p{N}]/u.test(question))
      problems.push(`lists the question "${question}" ${where}, without a word in it`);
    else sound.push(question);
  }
  return sound;
}

function short(text: string): string {
  return text.length <= 40 ? text : `${truncate(text, 40)}…`;
}
