/** What a test of an integration needs: a server to talk to, without a server. */
export type { Part, ToolConfirm, ToolError, ToolIssue, ToolManifest, ToolOutcome } from '@service/protocol';
export type { FakeAnswer, FakeConversation, FakeStream } from './fake-conversation.js';
export { createFakeServer, type FakeFrame, type FakeServer, type FakeServerOptions } from './fake-server.js';
export type { FakeToolResult } from './fake-tool-calls.js';
