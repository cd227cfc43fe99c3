/**
 * How much memory this process has, in bytes. The system is asked through a file, and where no more files can be opened it can't
 * be: then what was last known, because that is no moment in which a look at the memory may end the server.
 */
let last = 0;

export function residentBytes(): number {
  try {
    last = process.memoryUsage.rss();
  } catch {
    // Too many files are open.
  }
  return last;
}
