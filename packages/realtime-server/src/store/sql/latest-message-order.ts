/**
 * Which events are messages: protocol's `isSaid` as SQL; a test compares the two. It looks at the body as the stored text,
 * because PostgreSQL can't parse JSON with some of the characters that a visitor can send. A quotation mark inside a text has a
 * backslash before it, so no text can look like a field.
 */
export const IS_MESSAGE = `body LIKE '%"kind":"message"%' OR (body LIKE '%"kind":"answer.%' AND body LIKE '%"text":"%' AND body NOT LIKE '%"text":""%')`;

/**
 * For ORDER BY: the conversation with the latest message first. Without a message, the time it was begun counts.
 * @param id the column of the conversation's id
 */
export const latestMessageFirst = (id: string): string =>
  `coalesce((SELECT at FROM events WHERE conversation = ${id} AND (${IS_MESSAGE}) ORDER BY seq DESC LIMIT 1), created_at) DESC, created_at DESC, id`;
