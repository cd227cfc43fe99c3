/**
 * What visitors do on an ordinary day: pages, files, questions to the model that calls a function of the page, searches, old messages.
 * A server that was just started has not compiled what serves these, and the first who asks waits for that, attacker or not.
 */
import { randomUUID } from 'node:crypto';
import { FILE_NAME_HEADER, type ServerFrame, type ToolManifest, UPLOADS_PATH } from '@service/protocol';
import type { Aim } from './attacker/aim.js';
import { HostileVisitor } from './attacker/hostile-visitor.js';

const VISITS = 12;
const ANSWERED_MS = 10_000;
const FUNCTION: ToolManifest = {
  name: 'x',
  description: 'Does it.',
  effects: 'read',
  confirm: 'never',
  parameters: JSON.stringify({ type: 'object', properties: { a: { type: 'number' } } }),
};

/** One visit after the other, each from an address of its own. */
export async function visitOrdinarily(aim: Aim): Promise<void> {
  for (let at = 0; at < VISITS; at++) await visit(aim, `192.0.2.${at}`);
}

async function visit(aim: Aim, from: string): Promise<void> {
  const origin = `http://127.0.0.1:${aim.port}`;
  const headers = { 'x-forwarded-for': from };
  const pages = [`/widget/${aim.inbox}?o=${encodeURIComponent(aim.page)}`, '/embed/v1.js', aim.asset, '/nothing'];
  for (const page of pages) await (await fetch(origin + page, { headers })).arrayBuffer();
  const visitor = await HostileVisitor.open(aim, from);
  if (!visitor) throw new Error('The server lets no visitor in.');
  const { conversation, session } = visitor;
  const id = randomUUID();
  await fetch(origin + UPLOADS_PATH, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${session}`, [FILE_NAME_HEADER]: 'a.txt' },
    body: 'a'.repeat(300_000),
  });
  visitor.send({ t: 'tools', conversation, tools: [FUNCTION], instructions: null, visible: true });
  visitor.append({ kind: 'message', text: 'Please call it.' });
  await heard(visitor, (frame) => frame.t === 'tool.offer');
  visitor.send({ t: 'search', id, text: 'call' });
  await heard(visitor, (frame) => frame.t === 'found');
  visitor.send({ t: 'list', id });
  visitor.send({ t: 'history', id, conversation, before: 1_000 });
  await heard(visitor, (frame) => frame.t === 'page');
  visitor.close();
}

/** Resolves when the frame has come. @throws when none has come for long: the server would be measured without this visit */
function heard(visitor: HostileVisitor, isIt: (frame: ServerFrame) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The server did not answer an ordinary visit.')), ANSWERED_MS);
    visitor.onFrame = (frame) => {
      if (!isIt(frame)) return;
      clearTimeout(timer);
      resolve();
    };
  });
}
