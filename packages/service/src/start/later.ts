/** A part of the server that is opened while the server already serves. */
export interface Later<Part> {
  /** Resolves when it is open; never, when it can't be opened. */
  readonly opened: Promise<Part>;
  /** Null before it is open. */
  now(): Part | null;
  /** To be called once. `onFailed`: it can't be opened. */
  open(opening: Promise<Part>, onFailed: (error: Error) => void): void;
  /** Resolves when it is known whether it is open. Null: it isn't, and won't be. */
  settled(): Promise<Part | null>;
}

export function later<Part>(): Later<Part> {
  const { promise: opened, resolve } = Promise.withResolvers<Part>();
  let outcome: Promise<Part | null> = Promise.resolve(null);
  let open: Part | null = null;
  return {
    opened,
    now: () => open,
    open(opening, onFailed) {
      outcome = opening.catch((error: Error) => {
        onFailed(error);
        return null;
      });
      void outcome.then((part) => {
        if (part === null) return;
        open = part;
        resolve(part);
      });
    },
    settled: () => outcome,
  };
}
