/** Until a document has drawn what it knows, and told its observers. What is still on its way to it is another matter. */
import type { Frame, Page } from 'playwright-core';

export const drawn = (document: Page | Frame): Promise<void> =>
  document.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
