import type { Ports } from './ports.js';

/** Pages have it; workers, servers and native apps don't, whatever `document` they are given. */
const inPage = (): boolean => 'MutationObserver' in globalThis;

/** Follows this document's page, with its whole address, by code that is loaded then. Outside of a browser there is none. */
export const watchThisPage: NonNullable<Ports['watchPage']> = (onPage) => {
  let stop: (() => void) | null = () => undefined;
  if (inPage())
    import('./watch-page.js').then(
      ({ watchPage }) => {
        // What it ran in may be over, as after a test.
        if (stop && inPage()) stop = watchPage(onPage);
      },
      // Without a network: the next connection of another client tries again.
      () => undefined,
    );
  return () => {
    stop?.();
    stop = null;
  };
};
