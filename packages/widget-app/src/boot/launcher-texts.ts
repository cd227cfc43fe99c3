/** The English texts of the launcher and the prompt input. The first script contains them, so that English loads no catalogue. */
export const LAUNCHER_TEXTS = {
  openChat: 'Open chat',
  message: 'Message',
  send: 'Send',
  placeholder: 'Write a message…',
} as const;

export type LauncherTexts = Readonly<Record<keyof typeof LAUNCHER_TEXTS, string>>;
