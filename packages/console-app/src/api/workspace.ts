/** The workspace that serves this page. */
import { createAgents, createSessions, createWorkspaceClient, type Sessions } from '@service/workspace-client';
import { exclusively } from './session-lock.js';

export const workspace = createWorkspaceClient();

export const agents = createAgents();

const routes = createSessions();
export const sessions: Sessions = {
  ...routes,
  confirm: (code) => exclusively(() => routes.confirm(code)),
  changePassword: (current, next) => exclusively(() => routes.changePassword(current, next)),
  endTwoStep: (password) => exclusively(() => routes.endTwoStep(password)),
};

/** The message of an error, with the fields that are wrong. */
export function messageOf({
  code,
  message,
  issues,
  data,
}: {
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly { readonly message: string }[];
  readonly data?: { readonly fields?: readonly string[] };
}): string {
  // The server's words are for programs.
  if (code === 'PRECONDITION_FAILED') {
    const what = data?.fields ? ` (${data.fields.join(', ')})` : '';
    return `Someone else has changed this meanwhile${what}. Close it, and open it again.`;
  }
  return issues ? issues.map((issue) => issue.message).join(' ') : message;
}
