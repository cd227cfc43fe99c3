import { signIdentity } from '@service/embed-sdk/server';
import type { Page } from 'playwright-core';
import { SHOP_KEY } from '../sites/start-site.js';

/** The page identifies its visitor with a token as its server would sign it, and with null once they have `left`. */
export async function identifyVisitor(
  page: Page,
  id: string,
  name: string,
  left = (): boolean => false,
): Promise<void> {
  await page.exposeFunction('tokenOfVisitor', (nonce: string) =>
    left() ? null : signIdentity(SHOP_KEY, { id, name }, { nonce }),
  );
  await page.evaluate(() => {
    const { ServiceWidget, tokenOfVisitor } = window as unknown as {
      ServiceWidget: { identify(getToken: (question: { nonce: string }) => Promise<string | null>): void };
      tokenOfVisitor(nonce: string): Promise<string | null>;
    };
    ServiceWidget.identify(({ nonce }) => tokenOfVisitor(nonce));
  });
}
