/** The sentences that a page’s script and a client carry: apart from the others, which load with the first problem. */

/** What the page's script finds out by itself, so it carries these. */
export const START_PROBLEMS = {
  inboxId: 'must be the id of an inbox.',
  baseUrl: 'must be an origin without a path: "https://chat.example.com".',
  throws: 'could not be read.',
} as const;

/** What the client finds out besides. */
export const CLIENT_START_PROBLEMS = {
  hostOrigin: 'must be the origin of the page, without a path: "https://shop.example.com".',
  config: 'must be an object.',
} as const;
