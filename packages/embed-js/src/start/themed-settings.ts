import { isRecord, type LauncherSettings, launcherColors } from '@service/protocol';

/** The settings of a launcher on a page with a theme of its own: that counts where the inbox has none saved. */
export function themedSettings(settings: LauncherSettings, theme: unknown): LauncherSettings {
  if (settings.saved || !isRecord(theme)) return settings;
  const colors = (scheme: 'light' | 'dark') => launcherColors(theme, scheme, readColourName);
  return { ...settings, colors: { light: colors('light'), dark: colors('dark') } };
}

/** The digits of a colour's name, as the browser knows it. */
function readColourName(name: string): string | undefined {
  const paint = document.createElement('canvas').getContext('2d');
  if (!paint || name === 'currentcolor') return undefined;
  // An unknown name changes nothing.
  paint.fillStyle = '#000';
  const before = paint.fillStyle;
  paint.fillStyle = name;
  return paint.fillStyle !== before || name === 'black' ? paint.fillStyle.slice(1) : undefined;
}
