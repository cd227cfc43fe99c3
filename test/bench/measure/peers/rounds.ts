/** Rounds in which each contestant has a turn. A machine is not equally fast all the time, so only turns of one round are compared. */
import type { Contestant } from './contestants.js';

/** In the order of the contestants, what each measured in each round. */
export type Measured<T> = readonly (readonly T[])[];

/** Each round begins with the next contestant. The first `warm` rounds do not count. */
export async function inRounds<T>(
  contestants: readonly Contestant[],
  { warm, rounds }: { readonly warm: number; readonly rounds: number },
  measure: (contestant: Contestant, index: number) => Promise<T>,
): Promise<Measured<T>> {
  const measured: T[][] = contestants.map(() => []);
  for (let round = 0; round < warm + rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const index = (round + turn) % contestants.length;
      const result = await measure(contestants[index] as Contestant, index);
      if (round >= warm) measured[index]?.push(result);
    }
  }
  return measured;
}
