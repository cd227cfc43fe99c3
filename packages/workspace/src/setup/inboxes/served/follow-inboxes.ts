/** Brings changes of inboxes to this server: at once where one is announced, and by a look at one number every three seconds. */
import type { After } from '../../../organizations/daily.js';

/** Also how late a change may be whose announcement was lost. */
export const LOOK_EVERY_MS = 3_000;

export interface Followed<S extends { readonly revision: number }> {
  /** Cheap: one row. */
  revision(): Promise<number>;
  read(): Promise<S>;
  apply(snapshot: S): void;
}

export interface Follower {
  /** Resolves when everything that was committed before is applied. Never rejects. */
  look(): Promise<void>;
  /** Resolves when no look is going on, and none begins any more. */
  stop(): Promise<void>;
}

/** `onFailure`: the first of several failures one after another. */
export function follow<S extends { readonly revision: number }>(
  { revision, read, apply }: Followed<S>,
  after: After,
  onFailure: (error: Error) => void,
): Follower {
  let known: number | null = null;
  let going: Promise<void> = Promise.resolve();
  let isFailing = false;
  let isStopped = false;
  let cancel: () => void = () => undefined;
  const lookOnce = async (): Promise<void> => {
    try {
      if (isStopped || (known !== null && (await revision()) === known)) return;
      const snapshot = await read();
      apply(snapshot);
      known = snapshot.revision;
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) onFailure(error as Error);
      isFailing = true;
    }
  };
  const look = (): Promise<void> => {
    // One after another: an older reading must not replace a newer one.
    going = going.then(lookOnce);
    return going;
  };
  const plan = (): void => {
    cancel = after(LOOK_EVERY_MS, () => void look().then(() => !isStopped && plan()));
  };
  plan();
  return {
    look,
    async stop() {
      isStopped = true;
      cancel();
      await going;
    },
  };
}
