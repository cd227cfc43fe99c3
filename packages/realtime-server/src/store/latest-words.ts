/**
 * Which of a visitor's conversations come first, for both databases: those in which something was said last (protocol's
 * `isSaid`, held against this by a test). Asked of a body as the text it is stored as, because PostgreSQL can't take apart
 * JSON that holds some signs a visitor can send; inside of a text each quotation mark has a `\` before it, so nothing that is
 * said can look like a field.
 */
const SAID = `body LIKE '%"kind":"message"%' OR (body LIKE '%"kind":"answer.%' AND body LIKE '%"text":"%' AND body NOT LIKE '%"text":""%')`;

/** For ORDER BY. `id`: the column of the conversation's id. Where nothing was said yet, the time it was begun counts. */
export const latestWordsFirst = (id: string): string =>
  `coalesce((SELECT at FROM events WHERE conversation = ${id} AND (${SAID}) ORDER BY seq DESC LIMIT 1), created_at) DESC, created_at DESC, id`;
