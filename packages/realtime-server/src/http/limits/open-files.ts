import { readFileSync } from 'node:fs';

/**
 * How many files, sockets included, this process may open; null where the system has no such limit or names none. Node has
 * raised it to what the system allows.
 */
export const openFilesLimit = (): number | null => limitOfLinux() ?? limitOfReport();

/** A report of the process has it everywhere, and takes many milliseconds of the start. */
function limitOfLinux(): number | null {
  try {
    return positive(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

function limitOfReport(): number | null {
  const report = process.report as typeof process.report & { excludeNetwork?: boolean };
  // Without it every open socket is looked up by name.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as { readonly userLimits?: { readonly open_files?: { soft?: unknown } } };
  return positive(userLimits?.open_files?.soft);
}

function positive(given: unknown): number | null {
  const limit = Number(given);
  return Number.isFinite(limit) && limit > 0 ? limit : null;
}
