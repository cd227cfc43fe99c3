/** The addresses at which the workspace answers. */

/** Of the procedures. */
export const RPC_PATH = '/api/rpc';
/** Of the sign-in, which the auth library serves. */
export const AUTH_PATH = '/api/auth';
/** Of the links in mails. */
export const MAIL_PATH = '/api/mail';
/** Of agents: their catalog, MCP and what they execute. */
export const AGENTS_PATH = '/api/agents';
export const MCP_PATH = `${AGENTS_PATH}/mcp`;
/** Of the OpenAPI document, and the page that shows it. */
export const DOCUMENT_PATH = '/api/openapi.json';
export const DOCUMENT_PAGE_PATH = '/api/docs';
/** What an MCP client asks to find out where access is granted. */
export const DISCOVERY_PATHS = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
] as const;
/** Procedures whose input may hold a file. */
export const FILE_PROCEDURES: ReadonlySet<string> = new Set(['knowledge.create', 'knowledge.update']);
/** Their addresses. */
export const FILE_PATHS: ReadonlySet<string> = new Set(
  [...FILE_PROCEDURES].map((id) => `${RPC_PATH}/${id.replaceAll('.', '/')}`),
);
/** Where agents call every procedure. Which one it is, and so whether it may hold a file, is in the body. */
export const AGENT_CALL_PATHS: ReadonlySet<string> = new Set([`${AGENTS_PATH}/execute`, MCP_PATH]);
