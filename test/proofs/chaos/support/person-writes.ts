/** A person of the business who writes into a conversation, through the desk's door and with its key. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../../support/server/start-service.js';

/**
 * A connection that was kept open for the next request may be closed in the moment in which that one is sent; the id makes
 * sure that the same again is stored once.
 */
const ATTEMPTS = 5;

/** Resolves when the message is in the log. Rejects with the server's words when it refuses. */
export async function writeAsPerson(service: Service, conversation: string, text: string): Promise<void> {
  const key = readFileSync(join(service.dataDir, 'operator.key'), 'utf8').trim();
  const message = JSON.stringify({ clientId: randomUUID(), name: 'Ingrid', text });
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(`${service.origin}/api/desk/conversations/${conversation}/messages`, key, message);
    } catch (error) {
      // What fetch says when nothing came back; a refusal is another error.
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
