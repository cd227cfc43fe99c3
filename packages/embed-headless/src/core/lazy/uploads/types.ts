import type { Attachment, AttachmentLink } from '@service/protocol';
import type { PickedFile, Refusal, Upload } from './upload.js';

/** A message that waits for its files. */
export interface WaitingMessage {
  readonly clientId: string;
  readonly conversation: string | null;
  readonly text: string;
  readonly uploads: readonly string[];
  readonly at: number;
  readonly failed: Refusal | null;
}

export interface UploadsState {
  readonly uploads: readonly Upload[];
  /** In the order they were written. */
  readonly messages: readonly WaitingMessage[];
}

export type LinkCallback = (link: AttachmentLink | null) => void;

export type UploadsInput =
  | { readonly type: 'pick'; readonly id: string; readonly file: Blob & { readonly name?: string } }
  | {
      readonly type: 'send-message';
      readonly clientId: string;
      readonly text: string;
      readonly uploads: readonly string[];
    }
  /** The same, from before this code was loaded: the message is in the outbox since. */
  | { readonly type: 'adopt-message'; readonly clientId: string; readonly uploads: readonly string[] }
  | { readonly type: 'progress'; readonly upload: string; readonly loaded: number }
  | { readonly type: 'arrived'; readonly upload: string; readonly attachment: Attachment }
  /** Without a refusal: the connection broke. */
  | { readonly type: 'ended'; readonly upload: string; readonly refusal: Refusal | null }
  /** In this chunk, because a chat that shows files may soon send some. */
  | { readonly type: 'link'; readonly attachment: string; readonly callback: LinkCallback };

export type UploadsEffect =
  | { readonly do: 'send'; readonly upload: PickedFile; readonly token: string }
  | { readonly do: 'stop'; readonly upload: string }
  | {
      readonly do: 'link';
      readonly attachment: string;
      readonly token: string | null;
      readonly callback: LinkCallback;
    };
