/** For tests of an integration: a chat server in memory. */
export type { Part, ToolConfirm, ToolError, ToolIssue, ToolManifest, ToolOutcome } from '@service/protocol';
export type { FakeAnswer, FakeConversation, FakeStream } from './fake-conversation-api.js';
export { createFakeServer } from './fake-server.js';
export type { FakeFrame, FakeServer, FakeServerOptions } from './fake-server-api.js';
export type { FakeToolResult } from './fake-tool-calls.js';
