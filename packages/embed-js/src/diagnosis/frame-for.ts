/** The chat's frame at its start, to find out whether the page may show it. */
import { frameUrl, makeFrame } from '../frame/frame-element.js';
import type { StartConfig } from '../widget/configuration.js';

export const frameFor = (config: StartConfig): HTMLIFrameElement => makeFrame(frameUrl(config, 'light', ''), false);
