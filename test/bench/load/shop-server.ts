import { rmSync } from 'node:fs';
import { Service } from '../../support/server/start-service.js';
import { shopInboxesWithoutArticles } from '../../support/sites/shop-inbox.js';
import { serverOf } from '../tree.js';

/** The server of a tree, without articles: reading them at its start would take processors meanwhile. */
export async function withShopServer<T>(
  tree: string,
  use: (service: Service) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const inboxDir = shopInboxesWithoutArticles({ people: { hours: 'Always' } });
  const service = await Service.start({ inboxDir, env, main: serverOf(tree) });
  try {
    return await use(service);
  } finally {
    await service.dispose();
    rmSync(inboxDir, { recursive: true });
  }
}
