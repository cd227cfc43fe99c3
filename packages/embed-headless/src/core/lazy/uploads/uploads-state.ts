import { featureSlice, type Transition } from '../../state/transition.js';
import type { UploadsEffect, UploadsState, WaitingMessage } from './types.js';
import { change, type Upload } from './upload.js';

export const { stateOf, update, act } = featureSlice<UploadsState, UploadsEffect>('uploads');

export const uploadsOf = (tx: Transition): readonly Upload[] => stateOf(tx).uploads;
export const messagesOf = (tx: Transition): readonly WaitingMessage[] => stateOf(tx).messages;
export const findUpload = (tx: Transition, id: string): Upload | undefined =>
  uploadsOf(tx).find((each) => each.id === id);
export const changeUpload = (tx: Transition, id: string, to: Partial<Upload>): void =>
  update(tx, { uploads: change(uploadsOf(tx), id, to) });

export function removeUpload(tx: Transition, { id, state }: Upload): void {
  update(tx, { uploads: uploadsOf(tx).filter((each) => each.id !== id) });
  stopUpload(tx, id, state);
}

export function stopUpload(tx: Transition, upload: string, state: Upload['state']): void {
  if (state === 'sending') act(tx, { do: 'stop', upload });
}
