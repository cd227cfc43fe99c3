/** Which files of a suite a run of `npm test` has, where the suite is too long for each run. */

/**
 * Every `turns`-th file, other ones with another seed, at least one; and every file that the branch changes. The order is that of
 * the paths, so that each folder has its share.
 * @param {readonly string[]} files paths from the root of the repository
 * @param {number} turns
 * @param {number} seed
 * @param {readonly string[]} changed
 */
export function filesInTurn(files, turns, seed, changed) {
  const sorted = [...files].sort();
  const turn = seed % Math.min(turns, sorted.length);
  return sorted.filter((file, place) => place % turns === turn || changed.includes(file));
}
