export { type AccountTools, openAccountTools } from './accounts/account-tools.js';
export type { CommandSettings } from './accounts/open-for-command.js';
export { sessionCookie } from './auth/auth-options.js';
export { isLarge } from './contract/is-large.js';
export {
  AGENT_CALL_PATHS,
  AGENTS_PATH,
  AUTH_PATH,
  DISCOVERY_PATHS,
  DOCUMENT_PAGE_PATH,
  DOCUMENT_PATH,
  FILE_PATHS,
  MAIL_PATH,
  RPC_PATH,
} from './contract/paths.js';
export type { ShownRequest } from './http/agents/answer-request.js';
export type { IssuedCredential } from './http/agents/issue-credential.js';
export type { PermissionChoices } from './http/agents/permission-choices.js';
export type { WorkspaceRoutes } from './http/workspace-routes.js';
export { type BounceSummary, type BounceTools, openBounceTools } from './mail/bounces/bounce-tools.js';
export { TOKEN_LENGTH as BOUNCE_TOKEN_LENGTH } from './mail/links/mail-token.js';
export { type OpenSettings, OWNER_LINK_FILE, openWorkspace, type Workspace } from './open-workspace.js';
export type { AnsweredBy, Inboxes, NamedInbox } from './organizations/inboxes.js';
export type { Router } from './router/router.js';
export type {
  Answering,
  SimulatedAnswer,
  SimulatedQuestion,
  Simulation,
} from './setup/ai-agents/answering.js';
export type { PastQuestion, PastQuestions } from './setup/ai-agents/past-questions.js';
export type { Visit } from './setup/inboxes/installs/collect-installs.js';
export { inboxesAtStart } from './setup/inboxes/served/inboxes-at-start.js';
export type { InboxPort } from './setup/inboxes/served/serve-inboxes.js';
export type { FolderFile, FoundPassage, Gap, JudgedPassage, KnowledgeParts, Verdict } from './setup/knowledge/ports.js';
