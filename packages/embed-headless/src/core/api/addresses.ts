import type { ChatClient, ChatClientOptions } from './chat-client.js';

/** Where the inbox of each client is. A screen that has the client alone can ask for its settings. */
export const addresses = new WeakMap<ChatClient, Pick<ChatClientOptions, 'inboxId' | 'baseUrl'>>();
