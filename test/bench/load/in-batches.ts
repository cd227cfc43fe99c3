/** Runs `work` for 0 … count-1, at most `width` at a time. Returns the results in order. */
export async function inBatches<T>(count: number, width: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
  return results;
}
