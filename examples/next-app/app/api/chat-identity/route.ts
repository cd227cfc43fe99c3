/** Says to the chat who is logged in. The secret stays in this file's process; the browser gets a token of five minutes. */
import { type IdentityUser, identityRoute } from '@service/embed-sdk/server';

/** Replace this with your own session: the user who is logged in, or null. Never look into the request's body. */
async function whoIsLoggedIn(): Promise<IdentityUser | null> {
  return null;
}

export async function POST(request: Request): Promise<Response> {
  const { CHAT_ORG, CHAT_KEY_ID, CHAT_SECRET } = process.env;
  if (!CHAT_ORG || !CHAT_KEY_ID || !CHAT_SECRET) return new Response('The chat’s key is not set.', { status: 503 });
  const key = { orgId: CHAT_ORG, inboxId: 'demo', kid: CHAT_KEY_ID, secret: CHAT_SECRET };
  return identityRoute({ key, getUser: whoIsLoggedIn })(request);
}
