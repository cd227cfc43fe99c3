/** An inbox as its operator configured it: the file's fields plus the id, which is the folder's name. */
import { AGENT_NAME, type InboxFile } from '@service/protocol/schema';

export interface InboxSettings extends InboxFile {
  readonly id: string;
}

/** The name under which an inbox's questions are answered, also of one that has just been taken away. */
export function agentNameIn(inboxes: Pick<InboxDirectory, 'get'>, id: string): string {
  return inboxes.get(id)?.agentName ?? AGENT_NAME;
}

/** Looks inboxes up by id. Settings may change while the server runs, so ask again instead of keeping the answer. */
export interface InboxDirectory {
  get(id: string): InboxSettings | null;
  list(): readonly InboxSettings[];
  /** The folder with the inbox's Markdown articles. */
  knowledgeFolder(id: string): string;
  /** The inbox's own folder, where its keys may lie. */
  folder(id: string): string;
  close(): void;
}
