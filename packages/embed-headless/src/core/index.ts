/** The framework-free chat client, and every type in its signatures. */
export type {
  AnswerOutcome,
  AnyTool,
  Attachment,
  AttachmentLink,
  Author,
  AuthorKind,
  Citation,
  ClientTool,
  ConfirmView,
  ConnectionName,
  ConsentGrant,
  ConversationSummary,
  EmbedErrorCode,
  FeedbackValue,
  FilledForm,
  FormValues,
  GetIdentityToken,
  Handler,
  IdentityQuestion,
  LogBody,
  LogEvent,
  PageInfo,
  SearchHit,
  ToolErrorCode,
  ToolLogBody,
  ToolState,
  UserContext,
  WidgetEvents,
} from '@service/protocol';
export type { WebSocketLike } from '../platform/ports.js';
export type {
  ChatAlert,
  ChatClient,
  ChatClientOptions,
  ClientEvents,
  SearchResult,
  SignedOut,
  UploadFile,
} from './api/chat-client.js';
export type {
  Answer,
  ChatProblem,
  ChatState,
  Delivery,
  Entry,
  MessageFile,
  Notice,
  OwnMessage,
  PendingUpload,
  PersonMessage,
  QueueStatus,
  TimelineEntry,
  ToolEntry,
  ToolProgress,
  ToolQuestion,
  Turn,
  UploadProblem,
} from './api/chat-state.js';
export { ConsentRequired } from './api/consent-required.js';
export { createChatClient } from './client.js';
export { hasStoredChat } from './session/has-stored-chat.js';
export { toTimelineEntries } from './view/timeline.js';
