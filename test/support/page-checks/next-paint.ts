import type { Frame, Page } from 'playwright-core';

/** Resolves when the document has painted its current state and run its observers. Does not wait for network or other frames. */
export const nextPaint = (document: Page | Frame): Promise<void> =>
  document.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
