import type { RandomBytes } from '@service/protocol';
import type { Hono } from 'hono';
import type { AppendEvent } from '../../conversation/log/append.js';
import type { MarkSeen } from '../../conversation/log/mark-seen.js';
import type { WaitForEventsDeps } from '../../conversation/log/wait-for-events.js';
import type { ContactBlocks } from '../../conversation/sessions/contact-blocks.js';
import type { InboxLookup } from '../../inbox/inbox.js';
import type { Conversation } from '../../store/port/conversations.js';
import type { FileLinks } from '../uploads/file-links.js';
import type { IncomingUpload, StoreUploadResult, Uploader } from '../uploads/store-upload.js';
import type { NodeRequestEnv } from '../uploads/upload-request.js';
import type { AdmitTeam, Asking } from './team-caller.js';

export interface InboxApiDeps extends WaitForEventsDeps {
  /** With drafts and archived ones, whose conversations are the team's too. */
  readonly inboxes: InboxLookup;
  readonly seen: MarkSeen;
  readonly append: AppendEvent;
  /** Ends the sessions of an identified visitor on all nodes; how many there were. */
  readonly endSessionsOf: (inbox: string, subject: string) => Promise<number>;
  readonly blocks: Pick<ContactBlocks, 'block' | 'unblock'>;
  readonly admit: AdmitTeam;
  readonly random: RandomBytes;
  /** How many of our own proxies are in front of the server. @defaultValue 0 */
  readonly proxies?: number;
  readonly links: FileLinks;
  /** Stores a file of a person. */
  readonly takeIn: (uploader: Uploader, incoming: IncomingUpload) => Promise<StoreUploadResult>;
}

/** `conversation`: below `/conversations/:id` alone; one that the caller may use, and that may be erased. */
export type InboxApiEnv = NodeRequestEnv & { Variables: { asking: Asking; conversation: Conversation } };
export type InboxApi = Hono<InboxApiEnv>;
