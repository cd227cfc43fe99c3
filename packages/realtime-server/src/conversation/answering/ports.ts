/** What whoever answers is given by the server, and what it has to offer. Types, and the few rules that go with them. */

export { agentNameIn, type InboxDirectory, type InboxSettings } from '../../inbox/inbox.js';
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
