/** Addresses below the console's own that more than one room names. */
export const AGENTS_PATH = '/api/agents';
export const MCP_PATH = `${AGENTS_PATH}/mcp`;
