/** Where files and pictures are: the chat's origin, as the document names it. Empty: the console's own. */
export const CHAT_ORIGIN = document.querySelector<HTMLMetaElement>('meta[name="chat-origin"]')?.content ?? '';
