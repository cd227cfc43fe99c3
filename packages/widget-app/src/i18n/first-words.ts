/**
 * The words on what stands on the page before anybody opens the chat, in English: the one language that needs no file.
 */
export const FIRST_WORDS = {
  openChat: 'Open chat',
  message: 'Message',
  send: 'Send',
  placeholder: 'Write a message…',
} as const;

export type FirstWords = Readonly<Record<keyof typeof FIRST_WORDS, string>>;
