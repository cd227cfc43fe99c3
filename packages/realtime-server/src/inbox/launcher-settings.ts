/** What a page needs to draw an inbox's launcher itself. */
import { type LauncherColors, type LauncherSettings, resolveTheme, type Scheme } from '@service/protocol';
import type { InboxSettings } from './inbox.js';

export function launcherSettings({ theme }: Pick<InboxSettings, 'theme'>): LauncherSettings {
  const colorsIn = (scheme: Scheme): LauncherColors => {
    const { primary, onPrimary } = resolveTheme(theme, scheme).tokens;
    return { button: primary, icon: onPrimary };
  };
  return { saved: theme !== null, colors: { light: colorsIn('light'), dark: colorsIn('dark') } };
}
