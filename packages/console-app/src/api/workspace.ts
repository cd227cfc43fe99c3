/** The workspace that serves this page. */
import { createSessions, createWorkspaceClient } from '@service/workspace-client';

export const workspace = createWorkspaceClient();
export const sessions = createSessions();

/** The message of an error, with the fields that are wrong. */
export function messageOf({
  message,
  issues,
}: {
  readonly message: string;
  readonly issues?: readonly { readonly message: string }[];
}): string {
  return issues ? issues.map((issue) => issue.message).join(' ') : message;
}
