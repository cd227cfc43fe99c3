export type { IssuedCredential, PermissionChoices, ShownRequest } from '@service/workspace';
export { type Agents, createAgents, type ListedCredential, type WantedPermission } from './agents.js';
export {
  createWorkspaceClient,
  type Inputs,
  type Outputs,
  type ProcedureName,
  type WorkspaceClient,
  type WorkspaceClientOptions,
} from './client.js';
export { READS } from './reads.js';
export { send, type WorkspaceError, type WorkspaceResult } from './send.js';
export { createSessions, type Sessions, type SignIn, STEP_OVER, type TwoStep } from './sessions.js';
