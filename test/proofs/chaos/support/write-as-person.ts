/** Writes into a conversation as a person of the business, through the desk's API and with its key. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../../support/server/start-service.js';

/**
 * The server may close a keep-alive connection at the moment the next request is sent on it. Then the same request is sent
 * again; its `clientId` makes sure that it is stored once.
 */
const ATTEMPTS = 5;

/** Resolves when the message is in the log. Rejects with the server's answer when it refuses. */
export async function writeAsPerson(service: Service, conversation: string, text: string): Promise<void> {
  const key = readFileSync(join(service.dataDir, 'operator.key'), 'utf8').trim();
  const message = JSON.stringify({ clientId: randomUUID(), name: 'Ingrid', text });
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(`${service.origin}/api/desk/conversations/${conversation}/messages`, key, message);
    } catch (error) {
      // fetch rejects with a TypeError when there was no answer; a refusal is another error.
      if (!(error instanceof TypeError) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function post(url: string, key: string, body: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The desk refused with ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
