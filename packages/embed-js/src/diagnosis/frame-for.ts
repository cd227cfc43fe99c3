/** The chat's frame as it begins, whatever the page's look is: for whoever only wants to see whether it may be shown. */
import { frameUrl, makeFrame } from '../frame.js';
import type { StartConfig } from '../start-config.js';

export const frameFor = ({ baseUrl, inboxId, mode }: StartConfig): HTMLIFrameElement =>
  makeFrame(frameUrl(baseUrl, inboxId, { mode, scheme: 'light', theme: undefined }));
