/**
 * The resolved theme for a color scheme. The server sends the one it could resolve; the rules of themes and the reports about
 * the page's theme load only when they are needed.
 */
import type { AppliedTheme, BootDocument, Scheme, ThemeChange, WidgetTheme } from '@service/protocol';

export type ThemeForScheme = (scheme: Scheme) => AppliedTheme | Promise<AppliedTheme>;

/** `own` is the page's theme; the inbox's saved theme replaces it. `onProblem` is called with values that can't be used. */
export function createThemeForScheme(
  boot: BootDocument,
  own: WidgetTheme | null,
  onProblem: (message: string) => void,
): ThemeForScheme {
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
      const { changes, ...resolved } = resolveTheme(theme ?? own, scheme);
      report(changes);
      return resolved;
    });
  };
}
