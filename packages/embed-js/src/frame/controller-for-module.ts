/** The frame controller for the ES module: what it loads later is found by the site's bundler. */

import type { Diagnose } from '../diagnosis/diagnose.js';
import { frameFor } from '../diagnosis/frame-for.js';
import { VERSION } from '../version.js';
import type { LauncherPart } from '../widget/chat.js';
import type { FrameControllerOptions } from './controller-options.js';
import { FrameController } from './frame-controller.js';
import { isHello } from './handshake.js';

const scriptUrl = (baseUrl: string): string => `${baseUrl}/embed/v1.js`;

export const createController = (options: FrameControllerOptions): FrameController =>
  new FrameController(
    {
      clientTools: () => import('../host/later/client-tools.js'),
      pageWatch: () => import('../host/later/page-watch.js'),
      inPage: () => import('../host/later/in-page.js'),
      scriptUrl,
    },
    options,
  );

export const loadLauncher = (): Promise<LauncherPart> => import('../start/launcher-for-module.js');

export const diagnose: Diagnose = async (...subject) => {
  const { diagnosePage } = await import('../diagnosis/diagnose.js');
  return diagnosePage({ scriptUrl, version: VERSION, frameFor, isHello }, ...subject);
};
