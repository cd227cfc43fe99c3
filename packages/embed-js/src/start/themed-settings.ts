import { isRecord, type LauncherSettings, launcherColors } from '@service/protocol';

/** The settings of a launcher on a page with a theme of its own: that counts where the inbox has none saved. */
export function themedSettings(settings: LauncherSettings, theme: unknown): LauncherSettings {
  if (settings.saved || !isRecord(theme)) return settings;
  return { ...settings, colors: { light: launcherColors(theme, 'light'), dark: launcherColors(theme, 'dark') } };
}
