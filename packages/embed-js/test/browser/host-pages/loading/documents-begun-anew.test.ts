// @vitest-environment node
/** Pages that begin their document anew (`document.open`), as old ones do with what a server has sent. It takes every listener from the page. */
import { describe, expect, it } from 'vitest';
import { eventually, html, iframe, launcher, ready, useSitePages } from '../../site-pages.js';

const pages = useSitePages();
const PARTS = { nothing: 'data-prefetch="none"', everything: '' } as const;

describe('the chat of a page that begins its document anew', () => {
  it.each(
    (['inbox', 'any inbox'] as const).flatMap((script) =>
      (['nothing', 'everything'] as const).flatMap((loaded) =>
        [false, true].map((again) => ({ script, loaded, again, tag: again ? 'with' : 'without' })),
      ),
    ),
  )(
    'can be opened, by the script for $script, when $loaded was loaded, $tag its tag in the new document',
    async (given) => {
      const { script, loaded, again } = given;
      const attributes = PARTS[loaded];
      const tag =
        script === 'inbox' ? pages.inboxTag('demo', attributes) : pages.tag(`data-inbox-id="demo" ${attributes}`);
      const { page, exceptions } = await pages.open(html(`<h1>Shop</h1>${tag}`));
      await launcher(page).waitFor();
      if (loaded === 'everything') await ready(page);
      await page.evaluate(
        (next) => {
          document.open();
          document.write(next);
          document.close();
        },
        html(`<h1>Next</h1>${again ? tag : ''}`),
      );
      await page.getByRole('heading', { name: 'Next' }).waitFor();
      await launcher(page).click();
      await ready(page);
      expect(await launcher(page).count()).toBe(1);
      await eventually(async () => expect(await iframe(page).count()).toBe(1));
      expect(exceptions).toEqual([]);
    },
  );
});
