import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The only origin that may embed the inbox. */
export const SHOP_PAGE = 'http://shop.test';

/**
 * Creates a folder with the inbox `demo`: one article, no consent required. `settings` adds to its inbox.json. The caller
 * removes the folder.
 */
export function shopInboxes(settings: object = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-inboxes-'));
  mkdirSync(join(folder, 'demo/knowledge'), { recursive: true });
  writeFileSync(
    join(folder, 'demo/inbox.json'),
    JSON.stringify({ name: 'Shop', allowedOrigins: [SHOP_PAGE], ...settings }),
  );
  writeFileSync(
    join(folder, 'demo/knowledge/returns.md'),
    '---\ntitle: Returns\n---\nYou can return shoes within 30 days.\n',
  );
  return folder;
}

/** The same without the article, for measurements: indexing an article at the start takes CPU time and memory. */
export function shopInboxesWithoutArticles(settings: object = {}): string {
  const folder = shopInboxes(settings);
  rmSync(join(folder, 'demo/knowledge'), { recursive: true });
  return folder;
}
