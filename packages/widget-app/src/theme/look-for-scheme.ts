/**
 * How the chat looks in a scheme. What the server could work out it has sent along; the rule itself, and what there is to
 * say about a page's theme, load only when they are needed.
 */
import type { AppliedTheme, BootDocument, Scheme, ThemeChange, WidgetTheme } from '@service/protocol';

export type LookForScheme = (scheme: Scheme) => AppliedTheme | Promise<AppliedTheme>;

/** `own` is the page's theme; a saved one wins whole. `onProblem` hears of values of the page's that can't be used. */
export function createLookForScheme(
  boot: BootDocument,
  own: WidgetTheme | null,
  onProblem: (message: string) => void,
): LookForScheme {
  const { theme } = boot.inbox;
  const report = (changes: readonly ThemeChange[] = []): void => {
    if (theme ? own : changes.length > 0)
      void import('./report-theme.js').then(({ reportChanges, reportIgnored }) =>
        theme ? reportIgnored() : reportChanges(changes, onProblem),
      );
  };
  report(boot.changes);
  return (scheme) => {
    if (boot.look && scheme === boot.scheme) return boot.look;
    return import('./resolve-theme.js').then(({ resolveTheme }) => {
      const { changes, ...look } = resolveTheme(theme ?? own, scheme);
      report(changes);
      return look;
    });
  };
}
