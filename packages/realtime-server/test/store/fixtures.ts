import type { Attachment, Author, LogBody } from '@service/protocol';
import type { Append, NewAttachment, NewSession, Store } from '../../dist/store/store.js';

export interface Opened {
  readonly store: Store;
  /** Closes it and opens it again on the same data. */
  reopen(): Promise<Store>;
  dispose(): Promise<void>;
}

export const VISITOR: Author = { kind: 'visitor', id: 'ctc_visitor000000000001' };
export const AGENT: Author = { kind: 'ai', id: 'agent', name: 'Assistant' };
export const say = (text: string): LogBody => ({ kind: 'message', text });

export const session = (n: number, over: Partial<NewSession> = {}): NewSession => ({
  tokenHash: `hash-${n}`,
  tokenSalt: `salt-${n}`,
  session: `ses_00000000000000000${n}`,
  inbox: 'demo',
  contact: `ctc_00000000000000000${n}`,
  conversation: `cnv_00000000000000000${n}`,
  epoch: `epoch-000${n}`,
  hostOrigin: 'http://shop.test',
  consent: null,
  at: 1_000,
  ...over,
});
export const CNV = session(1).conversation;
export const append = (clientId: string, text = clientId, over: Partial<Append> = {}): Append => ({
  conversation: CNV,
  by: VISITOR,
  clientId,
  body: say(text),
  at: 2_000,
  ...over,
});
export const file = (n: number, over: Partial<NewAttachment> = {}, size = 1_000): NewAttachment => ({
  attachment: { id: `att_${String(n).padStart(32, '0')}`, name: `Überblick ${n}.png`, type: 'image/png', size },
  inbox: 'demo',
  contact: VISITOR.id,
  owner: { session: null, conversation: CNV },
  at: 5_000,
  quota: { since: 1_000, contactBytes: 10_000, inboxBytes: 100_000 },
  ...over,
});
export const withFiles = (clientId: string, ...files: readonly Attachment[]): Append => ({
  ...append(clientId),
  body: { kind: 'message', text: '', attachments: files },
  attaches: files.map(({ id }) => id),
});
export const run = (n: number) => ({ id: `run_00000000000000000${n}`, message: `msg_00000000000000000${n}` });

/** A session, and a first message in it that waits for an answer. */
export const SESSION = session(1);
export const ASKED = append('client-1', 'hello', { run: run(1) });
