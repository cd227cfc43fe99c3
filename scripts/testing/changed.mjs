/** Which files a branch changes against the main branch, with what is not committed yet. */
import { outputOf, root } from '../setup/processes.mjs';

/** @returns {readonly string[] | null} paths from the root; null when git or the main branch can't be read */
export function changedFiles() {
  const git = (...args) => outputOf('git', ['-C', root, ...args]);
  const base = git('merge-base', 'HEAD', 'origin/main') ?? git('merge-base', 'HEAD', 'main');
  if (base === null) return null;
  const committed = git('diff', '--name-only', base);
  const added = git('ls-files', '--others', '--exclude-standard');
  if (committed === null || added === null) return null;
  return `${committed}\n${added}`.split('\n').filter(Boolean);
}
