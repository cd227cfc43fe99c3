/** A new password ends what the old one had begun: other sessions, links by which a password is chosen, and sign-ins that wait for a code. */
import { textIn } from '../../contract/json-messages.js';
import type { AuthRows } from '../auth-rows.js';

const CHANGE_PATH = '/change-password';

/** The library ends other sessions only when it is asked to. `path`: below `/api/auth`. */
export async function withOthersEnded(path: string, request: Request): Promise<Request> {
  if (path !== CHANGE_PATH) return request;
  const [currentPassword, newPassword] = [
    await textIn(request, 'currentPassword'),
    await textIn(request, 'newPassword'),
  ];
  if (currentPassword === null || newPassword === null) return request;
  return new Request(request, { body: JSON.stringify({ currentPassword, newPassword, revokeOtherSessions: true }) });
}

/** After the library's answer. A reset is reported by the library itself. */
export async function noteChange(path: string, response: Response, rows: AuthRows): Promise<void> {
  if (path !== CHANGE_PATH || !response.ok) return;
  const { user } = (await response.clone().json()) as { readonly user: { readonly id: string } };
  await forgetBegun(rows, user.id);
}

/** Their rows hold the account's id and nothing else. */
export async function forgetBegun(rows: AuthRows, userId: string): Promise<void> {
  await rows.remove('verification', { value: userId });
}
