/** The React hooks on the chat client, and the client itself. Importing touches nothing, also on a server. */
'use client';
export type { ClientTool, PublicInbox, SiteIdentity, ToolParameters } from '@service/protocol';
export * from '../core/index.js';
export type { InboxAddress, InboxNotLoaded } from '../inbox/load-inbox.js';
export type { ChatActions } from './chat-actions.js';
export { ChatProvider, type ChatProviderProps, type ProviderBehaviour } from './chat-context.js';
export type { SharedOptions } from './shared-clients.js';
export { type RenderedToolCall, type ToolRenderer, useRenderedTool } from './tools/tool-renderers.js';
export { type UseToolOptions, useTool } from './tools/use-tool.js';
export { type Chat, type ChatBehaviour, type ChatCallbacks, type UseChatOptions, useChat } from './use-chat.js';
export { useChatSelector } from './use-chat-selector.js';
export { type InboxOfClient, type InboxState, useInbox } from './use-inbox.js';
