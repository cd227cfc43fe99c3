export { type AccountTools, openAccountTools } from './accounts/account-tools.js';
export { AUTH_PATH, sessionCookie } from './auth/auth-options.js';
export type { WorkspaceRoutes } from './http/workspace-routes.js';
export { DOCUMENT_PAGE_PATH, DOCUMENT_PATH, RPC_PATH } from './http/workspace-routes.js';
export { type OpenSettings, OWNER_LINK_FILE, openWorkspace, type Workspace } from './open-workspace.js';
export type { Router } from './router/router.js';
