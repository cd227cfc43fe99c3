/**
 * How many files, sockets included, this process may open; null where the system has no such limit or names none. Node has
 * raised it to what the system allows.
 */
export function openFilesLimit(): number | null {
  const report = process.report as typeof process.report & { excludeNetwork?: boolean };
  // Without it every open socket is looked up by name.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as { readonly userLimits?: { readonly open_files?: { soft?: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) && soft > 0 ? soft : null;
}
