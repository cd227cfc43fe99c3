/** A person of the business who writes into a conversation, through the desk's door and with its key. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../harness/start-service.js';

/** Resolves when the message is in the log. Rejects with the server's words when it refuses. */
export async function writeAsPerson(service: Service, conversation: string, text: string): Promise<void> {
  const key = readFileSync(join(service.dataDir, 'operator.key'), 'utf8').trim();
  const response = await fetch(`${service.origin}/api/desk/conversations/${conversation}/messages`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId: randomUUID(), name: 'Ingrid', text }),
  });
  if (!response.ok) throw new Error(`The desk refused with ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
