/** What an answerer may use of the server, and what it must offer. */
export type { ConsoleInbox } from '../../inbox/console-inboxes.js';
export {
  type AgentVersion,
  agentNameIn,
  CONSOLE_INBOX,
  type HandoffRules,
  INBOX_STATES,
  type InboxAgent,
  type InboxDirectory,
  type InboxSettings,
  type InboxState,
} from '../../inbox/inbox.js';
export type { KnowledgeEditor, Settled, Settling } from '../../inbox/knowledge-editor.js';
export { consentHash } from '../../inbox/public-inbox.js';
export type { Clock } from '../../runtime/clock.js';
export type {
  KnowledgeFile,
  KnowledgeStore,
  NewFile,
  NewPassage,
  PassageTerms,
  PassageVector,
  StoredPassage,
} from '../../store/port/knowledge.js';
export type { VisitorFacts, VisitorPage } from '../../store/store.js';
export { type Answerer, type AnswerPiece, earlierQuestions, type Question } from './answerer.js';
export type {
  CallingTurn,
  ClientToolCalls,
  OfferedTool,
  PageOffer,
  ToolCall,
  ToolFailure,
  ToolResult,
} from './client-tool-calls.js';
