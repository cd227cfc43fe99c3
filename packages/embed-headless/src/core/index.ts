/** The framework-free chat client: everything of it that others may use, and the name of every type in its signatures. */
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
  SearchHit,
  ToolErrorCode,
  ToolLogBody,
  ToolState,
  UserContext,
  WidgetEvents,
} from '@service/protocol';
export type { ChatClient, ChatClientOptions, ClientEvents, Found, SignedOut, WebSocketLike } from './chat-client.js';
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
  TimelineEntry,
  ToolEntry,
  Turn,
} from './chat-state.js';
export { ConsentRequired } from './consent-required.js';
export { createChatClient } from './create-chat-client.js';
export { remembers } from './remembers.js';
export { entriesOf } from './timeline.js';
