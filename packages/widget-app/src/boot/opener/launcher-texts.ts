import type { Words } from '../../i18n/catalogue.js';

/** The English texts of the launcher and the prompt input, as in the English catalogue. Their documents load no catalogue for them. */
export const LAUNCHER_TEXTS = {
  openChat: 'Open chat',
  message: 'Message',
  send: 'Send',
  placeholder: 'Write a message…',
} as const satisfies Partial<Words>;

export type LauncherTexts = Readonly<Record<keyof typeof LAUNCHER_TEXTS, string>>;
