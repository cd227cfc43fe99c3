/**
 * Reports to the site's developer what happened to the page's theme. A value that can't be used is a problem of the
 * configuration and becomes an `error` event. A text colour that was adjusted for contrast is only a line on the console.
 */
import type { ThemeChange } from '@service/protocol';

const reported = new Set<string>();

/** Each sentence once, however often the scheme changes. */
export function reportChanges(changes: readonly ThemeChange[], onProblem: (message: string) => void): void {
  for (const { field, from, to, why } of changes) {
    const name = `theme.${field}`;
    if (why === 'contrast') {
      once(name + to, () => console.info(`[ServiceWidget] ${name}: "${from}" has too little contrast; ${to} is used.`));
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
  'not-a-colour': 'is not a colour (#rrggbb, rgb(), hsl(), oklch() or a name)',
  'not-a-font': 'is not a list of installed fonts or generic families',
  'not-allowed': 'is not allowed here',
  'too-long': 'is too long',
  stripped: 'contains what no style may contain (url(), braces, semicolons)',
};

function once(key: string, report: () => void): void {
  if (reported.has(key)) return;
  reported.add(key);
  report();
}
