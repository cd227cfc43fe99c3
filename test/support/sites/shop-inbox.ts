/** The inbox that services in tests serve: one shop, one article, nothing anybody has to agree to. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The page the inbox lets in. */
export const SHOP_PAGE = 'http://shop.test';

/** Makes a folder of inboxes with the inbox `demo` in it; `settings` adds to its settings. Whoever made it removes it. */
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

/** The same without the article, for measurements: what is learned of one at the start takes processors and memory meanwhile. */
export function shopInboxesWithoutArticles(settings: object = {}): string {
  const folder = shopInboxes(settings);
  rmSync(join(folder, 'demo/knowledge'), { recursive: true });
  return folder;
}
