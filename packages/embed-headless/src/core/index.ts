/** The framework-free chat client. */
export type { AttachmentLink, ConversationSummary, FeedbackValue, LogEvent, SearchHit } from '@service/protocol';
export type { ChatClient, ChatClientOptions, ClientEvents, WebSocketLike } from './chat-client.js';
export type {
  Answer,
  ChatProblem,
  ChatState,
  Delivery,
  MessageFile,
  Notice,
  OwnMessage,
  PendingUpload,
  PersonMessage,
  TimelineEntry,
  ToolEntry,
  Turn,
} from './chat-state.js';
export { ConsentRequired } from './consent-required.js';
export { createChatClient } from './create-chat-client.js';
export type { PageAsks } from './features/page-questions.js';
export type { Found } from './features/search.js';
export { type EarlyMessage, keepEarly } from './keep-early.js';
export { remembers } from './remembers.js';
export { entriesOf } from './timeline.js';
