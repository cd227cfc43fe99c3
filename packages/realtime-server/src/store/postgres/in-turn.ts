/** Runs work of one name one after the other, in the order of the calls; work of different names side by side. */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function inTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    // Work that fails is its caller's matter; the next in the queue comes all the same.
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, mine);
    const leave = (): void => {
      if (last.get(name) === mine) last.delete(name);
    };
    mine.then(leave, leave);
    return mine;
  };
}
