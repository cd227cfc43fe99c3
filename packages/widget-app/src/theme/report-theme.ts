/**
 * Tells the site's developer what became of the theme on their page. A value that can't be used is a problem of the
 * configuration like any other and becomes an `error` event; a text that was moved so that it can be read is no error,
 * and a line on the console is enough.
 */
import type { ThemeChange } from '@service/protocol';

const reported = new Set<string>();

/** Each sentence once, however often the scheme changes. */
export function reportChanges(changes: readonly ThemeChange[], onProblem: (message: string) => void): void {
  for (const { field, from, to, why } of changes) {
    const name = `theme.${field}`;
    if (why === 'contrast') {
      once(name + to, () =>
        console.info(`[ServiceWidget] ${name}: "${from}" can’t be read well enough; ${to} is used.`),
      );
      continue;
    }
    once(`${name} ${why}`, () => onProblem(`${name}: "${from}" ${REASONS[why]}; "${to}" is used now.`));
  }
}

/** The page gave a theme, and the inbox has one of its own. */
export function reportIgnored(): void {
  once('ignored', () =>
    console.info('[ServiceWidget] theme: not used, because this inbox has a saved theme. Remove one of the two.'),
  );
}

const REASONS: Readonly<Record<Exclude<ThemeChange['why'], 'contrast'>, string>> = {
  'not-a-colour': 'is no colour (#rrggbb, rgb(), hsl() or a basic name)',
  'not-a-font': 'is no list of installed fonts or generic families',
  'not-allowed': 'is not possible here',
  stripped: 'holds what no style may hold (url(), braces, semicolons)',
};

function once(key: string, tell: () => void): void {
  if (reported.has(key)) return;
  reported.add(key);
  tell();
}
