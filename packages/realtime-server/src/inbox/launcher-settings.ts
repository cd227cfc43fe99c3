/** What a page needs to draw an inbox's launcher itself. */
import { createHash } from 'node:crypto';
import {
  type InboxScriptSettings,
  type LauncherColors,
  type LauncherSettings,
  originHash,
  resolveTheme,
  type Scheme,
} from '@service/protocol';
import type { InboxSettings } from './inbox.js';

export function launcherSettings({ theme }: Pick<InboxSettings, 'theme'>): LauncherSettings {
  const colorsIn = (scheme: Scheme): LauncherColors => {
    const { primary, onPrimary } = resolveTheme(theme, scheme).tokens;
    return { button: primary, icon: onPrimary };
  };
  return { saved: theme !== null, colors: { light: colorsIn('light'), dark: colorsIn('dark') } };
}

/** The same for a script that must know by itself which pages may show it. */
export function inboxScriptSettings(inbox: InboxSettings): InboxScriptSettings {
  const { id, allowedOrigins } = inbox;
  // By content: every node, and the same one after a restart, must send the same bytes.
  const salt = createHash('sha256')
    .update(JSON.stringify([id, allowedOrigins]))
    .digest('base64url')
    .slice(0, SALT_LENGTH);
  return {
    inboxId: id,
    salt,
    origins: allowedOrigins.map((origin) => originHash(salt, origin)),
    ...launcherSettings(inbox),
  };
}

const SALT_LENGTH = 12;
