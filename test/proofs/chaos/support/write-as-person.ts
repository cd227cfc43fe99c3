/** Writes into a conversation as a person of the business, through the team's API. */
import { randomUUID } from 'node:crypto';
import type { Service } from '../../../support/server/start-service.js';
import { sessionOf } from '../../../support/server/team-session.js';

/**
 * The server may close a keep-alive connection at the moment the next request is sent on it. Then the same request is sent
 * again; its `clientId` makes sure that it is stored once.
 */
const ATTEMPTS = 5;

/** Resolves when the message is in the log. Rejects with the server's answer when it refuses. */
export async function writeAsPerson(service: Service, conversation: string, text: string): Promise<void> {
  const headers = { ...(await sessionOf(service)), 'Content-Type': 'application/json' };
  const message = JSON.stringify({ clientId: randomUUID(), text });
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(`${service.origin}/api/desk/conversations/${conversation}/messages`, headers, message);
    } catch (error) {
      // fetch rejects with a TypeError when there was no answer; a refusal is another error.
      if (!(error instanceof TypeError) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The desk refused with ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
