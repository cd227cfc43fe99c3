/**
 * The rules for files: picked, uploaded two at a time while there is a session, tried again, given to a message. A message
 * that waits for its files waits here, and those written after it wait behind it; once they have all arrived it is a message
 * like any other, and goes into the outbox.
 */
import type { Attachment, AttachmentLink } from '@service/protocol';
import type { ChatState, MessageFile, OwnMessage, PendingUpload } from '../../api/chat-state.js';
import type { Feature } from '../../state/feature.js';
import type { Run } from '../../state/transition.js';
import { transfer } from './transfer.js';
import {
  afresh,
  brokenOff,
  change,
  due,
  nextAttemptAt,
  type PickedFile,
  pick,
  type Refusal,
  type Upload,
} from './upload.js';

interface WaitingMessage {
  readonly clientId: string;
  readonly conversation: string | null;
  readonly text: string;
  readonly uploads: readonly string[];
  readonly at: number;
  readonly failed: Refusal | null;
}

export interface UploadingPart {
  readonly uploads: readonly Upload[];
  /** In the order they were written. */
  readonly messages: readonly WaitingMessage[];
}

type TellLink = (link: AttachmentLink | null) => void;

export type UploadingInput =
  | { readonly type: 'pick'; readonly id: string; readonly file: Blob & { readonly name?: string } }
  | { readonly type: 'say'; readonly clientId: string; readonly text: string; readonly uploads: readonly string[] }
  /** The same, while this code was still to come: since then it stands in the outbox. */
  | { readonly type: 'said'; readonly clientId: string; readonly uploads: readonly string[] }
  | { readonly type: 'progress'; readonly upload: string; readonly loaded: number }
  | { readonly type: 'arrived'; readonly upload: string; readonly attachment: Attachment }
  /** Without a refusal it was broken off, and nobody said why. */
  | { readonly type: 'ended'; readonly upload: string; readonly refusal: Refusal | null }
  /** Who shows files may soon send some: one part to load. */
  | { readonly type: 'link'; readonly attachment: string; readonly tell: TellLink };

export type UploadingEffect =
  | { readonly do: 'send'; readonly upload: PickedFile; readonly token: string }
  | { readonly do: 'stop'; readonly upload: string }
  | { readonly do: 'link'; readonly attachment: string; readonly token: string | null; readonly tell: TellLink };

export const uploading: Feature<'uploading'> = {
  part: { uploads: [], messages: [] },
  take(run, input) {
    switch (input.type) {
      case 'pick':
        return picked(run, input.id, input.file);
      case 'say':
        return say(run, input.clientId, input.text, input.uploads);
      case 'said':
        return said(run, input.clientId, input.uploads);
      case 'progress':
        return progressed(run, input.upload, input.loaded);
      case 'arrived':
        return arrived(run, input.upload, input.attachment);
      case 'ended':
        return ended(run, input.upload, input.refusal);
      case 'link': {
        const { attachment, tell } = input;
        const { token } = run.model;
        return run.do({ do: 'act', name: 'uploading', effect: { do: 'link', attachment, token, tell } });
      }
    }
  },
  view,
  settled: letGoOfSent,
  retried,
  welcomed: uploadForThisSession,
  over(run) {
    for (const message of messagesOf(run)) {
      put(run, message, { conversation: null });
      keep(run, { ...message, conversation: null });
    }
  },
  fenced(run) {
    for (const { id, state } of uploadsOf(run)) stop(run, id, state);
  },
  due: goOn,
  act: transfer,
};

const uploadsOf = (run: Run): readonly Upload[] => run.part('uploading').uploads;
const messagesOf = (run: Run): readonly WaitingMessage[] => run.part('uploading').messages;
const find = (run: Run, id: string): Upload | undefined => uploadsOf(run).find((each) => each.id === id);
const alter = (run: Run, id: string, to: Partial<Upload>): void =>
  run.setPart('uploading', { uploads: change(uploadsOf(run), id, to) });

function picked(run: Run, id: string, file: Blob & { readonly name?: string }): void {
  // Halves of letters can't be sent in a header, and mean nothing.
  const name = (file.name ?? '').replace(/\p{Cs}/gu, '') || 'file';
  run.setPart('uploading', {
    uploads: pick(uploadsOf(run), { id, name, type: file.type, size: file.size, file }),
  });
  run.link({ type: 'want' });
  goOn(run);
}

/** What has become of it meanwhile (thrown away, erased, said by another tab, failed) has become of its files as well. */
function said(run: Run, clientId: string, ids: readonly string[]): void {
  const item = run.model.outbox.items.find((each) => each.clientId === clientId);
  if (item?.body.kind === 'message' && !item.failed) {
    run.sending.discard(run, clientId);
    say(run, clientId, item.body.text, ids, item);
  } else for (const id of ids) alter(run, id, { item: clientId });
  letGoOfSent(run);
}

function say(
  run: Run,
  clientId: string,
  text: string,
  ids: readonly string[],
  { conversation, createdAt: at } = { conversation: run.model.conversation, createdAt: run.around.now },
): void {
  const uploads = ids.filter((id) => find(run, id)?.item === null);
  if (text === '' && uploads.length === 0) return;
  const message = { clientId, conversation, text, uploads, at, failed: null };
  run.setPart('uploading', { messages: [...messagesOf(run), message] });
  for (const id of uploads) alter(run, id, { item: clientId });
  keep(run, message);
  run.link({ type: 'want' });
  goOn(run);
}

/** What becomes of it after a reload, which no file outlives: see `restore`. */
function keep(run: Run, { clientId, conversation, text, uploads, at }: WaitingMessage): void {
  const body = { kind: 'message', text } as const;
  const files = namesOf(run, uploads);
  run.do({
    do: 'keep-item',
    item: { clientId, conversation, body, files, createdAt: at, sent: 0, failed: null },
  });
}

/** Hands over the messages whose files are all there, and begins the uploads that can begin. */
function goOn(run: Run): void {
  for (const message of messagesOf(run)) {
    if (message.failed) continue;
    const files = message.uploads.flatMap((id) => find(run, id) ?? []);
    const refused = files.find((each) => each.failed)?.failed;
    if (refused) fail(run, message, refused);
    else if (files.every((each) => each.attachment)) handOver(run, message, files);
    // Those behind it wait as well: a picture and the words about it stay in the order they were said in.
    else break;
  }
  const { token } = run.model;
  // A token names whose files they are, so there must have been a welcome.
  if (!token || !run.isUsable) return;
  const { now } = run.around;
  for (const upload of due(uploadsOf(run), now)) {
    alter(run, upload.id, { state: 'sending', loaded: 0, token });
    run.do({ do: 'act', name: 'uploading', effect: { do: 'send', upload, token } });
  }
  const at = nextAttemptAt(uploadsOf(run));
  if (at !== null) run.wake('uploading.again', Math.max(0, at - now));
}

function handOver(run: Run, message: WaitingMessage, files: readonly Upload[]): void {
  const { clientId, text, conversation } = message;
  drop(run, message);
  const attachments = files.flatMap(({ attachment }) => attachment?.id ?? []);
  const body = { kind: 'message', text, ...(attachments.length > 0 && { attachments }) } as const;
  run.sending.append(run, clientId, body, conversation ?? undefined);
}

function put(run: Run, message: WaitingMessage, change: Partial<WaitingMessage>): void {
  const messages = messagesOf(run).map((each) => (each === message ? { ...each, ...change } : each));
  run.setPart('uploading', { messages });
}

/** It stays on the screen until the visitor tries it again or throws it away. */
function fail(run: Run, message: WaitingMessage, failed: Refusal): void {
  put(run, message, { failed });
  run.do({ do: 'emit', name: 'error', detail: { code: 'message_failed', message: failed.message } });
}

function progressed(run: Run, id: string, loaded: number): void {
  if (find(run, id)?.state === 'sending') alter(run, id, { loaded, attempt: 0 });
}

function arrived(run: Run, id: string, attachment: Attachment): void {
  const upload = find(run, id);
  if (upload?.state !== 'sending') return;
  alter(run, id, { state: 'done', loaded: upload.size, attachment });
  goOn(run);
}

function ended(run: Run, id: string, failed: Refusal | null): void {
  const upload = find(run, id);
  if (upload?.state !== 'sending') return;
  const { now } = run.around;
  alter(run, id, failed ? { state: 'failed', failed, loaded: 0 } : brokenOff(upload, now, run.around.fraction()));
  goOn(run);
}

/** What can't ever be sent is refused again; a place in the message may have become free. */
function uploadAgain(run: Run, upload: Upload): void {
  if (upload.state !== 'failed' || upload.item) return;
  const others = uploadsOf(run).filter((each) => each !== upload);
  run.setPart('uploading', { uploads: pick(others, upload) });
  goOn(run);
}

/** The visitor doesn't want to send it after all. What may already stand in the log with it stays as it is. */
function leaveOut(run: Run, upload: Upload): void {
  const message = messagesOf(run).find(({ clientId }) => clientId === upload.item);
  if (upload.item && !message) return;
  letGo(run, upload);
  if (message) {
    const rest = { ...message, uploads: message.uploads.filter((each) => each !== upload.id) };
    const isEmpty = rest.text === '' && rest.uploads.length === 0;
    if (isEmpty) run.do({ do: 'drop-item', clientId: rest.clientId });
    const messages = messagesOf(run).flatMap((each) => (each !== message ? each : isEmpty ? [] : rest));
    run.setPart('uploading', { messages });
  }
  goOn(run);
}

/** A file; a message that waits here; or one that was refused with files that are still at hand: they are uploaded again. */
function retried(run: Run, clientId: string, newId: string | null): boolean {
  const upload = find(run, clientId);
  if (upload) {
    (newId === null ? leaveOut : uploadAgain)(run, upload);
    return true;
  }
  const message = messagesOf(run).find((each) => each.clientId === clientId);
  const files = uploadsOf(run).filter(({ item }) => item === clientId);
  const item = run.model.outbox.items.find((each) => each.clientId === clientId);
  if (newId === null) {
    if (message) drop(run, message);
    for (const each of files) letGo(run, each);
    goOn(run);
    return true;
  }
  const text = message?.text ?? (item?.failed && item.body.kind === 'message' ? item.body.text : null);
  if (text === null || (!message && files.length === 0)) return false;
  for (const { id } of files) alter(run, id, { ...afresh, item: null });
  if (message) drop(run, message);
  run.sending.discard(run, clientId);
  say(
    run,
    newId,
    text,
    files.map(({ id }) => id),
  );
  return true;
}

/** Another session: what an older one uploaded is not this one's to send, so it is uploaded again. */
function uploadForThisSession(run: Run): void {
  const { token } = run.model;
  const isHandedOver = (item: string | null): boolean =>
    item !== null && !messagesOf(run).some(({ clientId }) => clientId === item);
  for (const { id, state, token: before, item } of uploadsOf(run)) {
    if (state === 'failed' || before === null || before === token || isHandedOver(item)) continue;
    stop(run, id, state);
    alter(run, id, afresh);
  }
  // There is a connection again: nobody needs to wait for a pause to end.
  run.setPart('uploading', {
    uploads: uploadsOf(run).map((each) => (each.state === 'waiting' ? { ...each, notBefore: 0 } : each)),
  });
  goOn(run);
}

function letGoOfSent(run: Run): void {
  const alive = [...run.model.outbox.items, ...messagesOf(run)].map(({ clientId }) => clientId);
  for (const upload of uploadsOf(run)) if (upload.item !== null && !alive.includes(upload.item)) letGo(run, upload);
}

function letGo(run: Run, { id, state }: Upload): void {
  run.setPart('uploading', { uploads: uploadsOf(run).filter((each) => each.id !== id) });
  stop(run, id, state);
}

function stop(run: Run, upload: string, state: Upload['state']): void {
  if (state === 'sending') run.do({ do: 'act', name: 'uploading', effect: { do: 'stop', upload } });
}

function drop(run: Run, message: WaitingMessage): void {
  run.setPart('uploading', { messages: messagesOf(run).filter((each) => each.clientId !== message.clientId) });
  run.do({ do: 'drop-item', clientId: message.clientId });
}

function view({ uploads, messages }: UploadingPart, own: ChatState): Partial<ChatState> {
  const loose = uploads.filter(({ item }) => item === null).map(pendingOf);
  if (loose.length === uploads.length && messages.length === 0) return { uploads: loose };
  const filesOf = (message: string): readonly MessageFile[] =>
    uploads.filter(({ item }) => item === message).map(fileOf);
  const waiting = messages.filter(({ conversation }) => conversation === own.conversation || conversation === null);
  const unsent = own.timeline.flatMap((entry) => {
    if (entry.type !== 'own' || entry.seq !== null) return [];
    const files = filesOf(entry.clientId);
    return files.length > 0 ? { ...entry, files } : entry;
  });
  const here = waiting.map(
    ({ clientId, text, at, failed }): OwnMessage => ({
      type: 'own',
      key: clientId,
      clientId,
      seq: null,
      at,
      text,
      files: filesOf(clientId),
      delivery: failed ? { state: 'failed', ...failed } : { state: 'sending' },
    }),
  );
  // Ids begin with the time at which they were made.
  const together = [...unsent, ...here].sort((a, b) => (a.clientId < b.clientId ? -1 : 1));
  return {
    uploads: loose,
    outbox: own.outbox + messages.filter(({ failed }) => !failed).length,
    timeline: [...own.timeline.filter(({ seq }) => seq !== null), ...together],
  };
}

/** What outlives a reload: enough to tell the visitor which files to attach again. */
function namesOf(run: Run, ids: readonly string[]): readonly MessageFile[] {
  return uploadsOf(run).flatMap(({ id, name, type, size }) => (ids.includes(id) ? { id, name, type, size } : []));
}

function pendingOf(upload: Upload): PendingUpload {
  return { ...fileOf(upload), state: upload.state, problem: upload.failed };
}

function fileOf({ id, name, type, size, loaded, file }: Upload) {
  return { id, name, type, size, loaded, file };
}
