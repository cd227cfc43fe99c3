/** Sentences about invalid configuration and calls. A chunk of its own, loaded with the first problem. */
import { type ConfigProblem, explainProblem, reportLauncher } from '@service/protocol';

const warned = new Set<string>();

/** An option that doesn't exist is one line on the console, once, and no error: nothing that exists is missing. */
export function explain(problem: ConfigProblem, report: (message: string) => void): void {
  const message = explainProblem(problem);
  if (problem.kind !== 'unknown') return report(message);
  if (!warned.has(message)) console.warn(`[ServiceWidget] ${message}`);
  warned.add(message);
}

/** What can't be used of the page's options for its launcher. */
export function explainLauncher(launcher: unknown, report: (message: string) => void): void {
  reportLauncher(launcher, (field, kind) => {
    explain({ field, kind }, report);
    return null;
  });
}
