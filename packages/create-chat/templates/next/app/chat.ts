/** Which chat this page has. The page's origin must be among the allowed origins of the inbox. */
export const CHAT = { inboxId: '__INBOX__', baseUrl: '__SERVER__' };
