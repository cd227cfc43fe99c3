import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readColourName } from '../../src/theme/colours/colour-names.js';
import { launcherColors } from '../../src/theme/launcher-colors.js';
import { resolveTheme } from '../../src/theme/resolve-theme.js';
import { TEMPLATES } from '../../src/theme/templates/templates.js';
import type { WidgetTheme } from '../../src/theme/theme.js';
import { anyScheme, anyTheme, HOSTILE_VALUES } from './any-theme.js';

const THEMES = process.env.LONG === '1' ? 100_000 : 8_000;

describe('the launcher’s colours of a theme that a page gives', () => {
  it('are those of the resolved theme, whatever the theme and the scheme', () => {
    fc.assert(
      fc.property(anyTheme, anyScheme, (theme, scheme) => {
        const { primary, onPrimary } = resolveTheme(theme, scheme).tokens;
        expect(launcherColors(theme, scheme, readColourName)).toEqual({ button: primary, icon: onPrimary });
      }),
      { numRuns: THEMES },
    );
  }, 300_000);

  it.each(TEMPLATES)('are those of the template %s', (template) => {
    for (const scheme of ['light', 'dark'] as const) {
      const { primary, onPrimary } = resolveTheme({ template }, scheme).tokens;
      expect(launcherColors({ template }, scheme)).toEqual({ button: primary, icon: onPrimary });
    }
  });

  it.each(HOSTILE_VALUES.map((value) => ({ value })))('are the default ones when the theme is $value', ({ value }) => {
    const { primary, onPrimary } = resolveTheme(null as unknown as WidgetTheme, 'light').tokens;
    expect(launcherColors(value, 'light')).toEqual({ button: primary, icon: onPrimary });
  });
});
