/** The frame controller for the script tag: what it loads later comes from its own address, by the hash of its contents. */
import type { Diagnose } from '../diagnosis/diagnose.js';
import { importWithIntegrity } from '../script-tag/import-with-integrity.js';
import type { LauncherPart } from '../widget/chat.js';
import type { FrameControllerOptions } from './controller-options.js';
import { FrameController } from './frame-controller.js';

/** Written in by the build: the hashes of the other files of the same build. */
declare const __CLIENT_TOOLS__: string;
declare const __PAGE_WATCH__: string;
declare const __KEEP__: string;
declare const __LAUNCHER__: string;
declare const __DIAGNOSIS__: string;

const own = import.meta.url.replace(/[?].*/, '');

export const createController = (options: FrameControllerOptions): FrameController =>
  new FrameController(
    {
      clientTools: () => importWithIntegrity(own, __CLIENT_TOOLS__),
      pageWatch: () => importWithIntegrity(own, __PAGE_WATCH__),
      keep: () => importWithIntegrity(own, __KEEP__),
    },
    options,
  );

export const loadLauncher = (): Promise<LauncherPart> => importWithIntegrity(own, __LAUNCHER__);

export const diagnose: Diagnose = async (...subject) => {
  const part = await importWithIntegrity<typeof import('../diagnosis/diagnose-for-script-tag.js')>(own, __DIAGNOSIS__);
  // A policy that lets this path load lets the question pass there too; the page may have named another server, though.
  return part.diagnose((baseUrl) => (own.startsWith(`${baseUrl}/`) ? own : `${baseUrl}/embed/v1.js`))(...subject);
};
