/** The frame controller for the ES module: what it loads later is found by the site's bundler. */

import type { Diagnose } from '../diagnosis/diagnose.js';
import { frameFor } from '../diagnosis/frame-for.js';
import { VERSION } from '../version.js';
import { FrameController, type FrameControllerOptions } from './frame-controller.js';
import { isHello } from './handshake.js';

export const createController = (options: FrameControllerOptions): FrameController =>
  new FrameController(() => import('../host/client-tools.js'), options);

export const diagnose: Diagnose = async (...subject) => {
  const { diagnosePage } = await import('../diagnosis/diagnose.js');
  const scriptUrl = (baseUrl: string): string => `${baseUrl}/embed/v1.js`;
  return diagnosePage({ scriptUrl, version: VERSION, frameFor, isHello }, ...subject);
};
