import { row, type Steps } from '../../sql/steps.js';

const writes = {
  *sharedKey(name: string, fresh: string): Steps<string> {
    // The update changes nothing, and returns the row that was there.
    const found = yield* row<{ readonly key: string }>(
      `INSERT INTO shared_keys (name, key) VALUES (?1, ?2)
        ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING key`,
      name,
      fresh,
    );
    return (found as { readonly key: string }).key;
  },
};

export const SHARED_KEY_QUERIES = { writes };
