/** The names that files of the workspace's sources have in the store: the source's id, and a name within it. */

/** What ids of sources begin with. A folder in a knowledge folder that begins with it is not read. */
const SOURCE = /^kno_[^/]*\//;

export const isOfSource = (file: string): boolean => SOURCE.test(file);

/** Of one base: as many pages as an organization may have. */
export const MOST_SOURCE_FILES = 5_000;
