/** The frame controller for the script tag: what it loads later comes from its own address, by the hash of its contents. */
import type { ControllerPart, LauncherPart } from '../widget/chat.js';
import type { LaterParts } from './controller-options.js';
import { FrameController } from './frame-controller.js';

/** Written in by the build: the hashes of the other files of the same build. */
declare const __CLIENT_TOOLS__: string;
declare const __PAGE_WATCH__: string;
declare const __IN_PAGE__: string;
declare const __LAUNCHER__: string;
declare const __DIAGNOSIS__: string;

const own = import.meta.url.replace(/[?].*/, '');

/** `load`: loads another file of the build by its hash. It is the loader's, so that the page has it once. */
export function controllerPart(load: <Part>(hash: string) => Promise<Part>): ControllerPart {
  // A policy that lets this path load lets a question to the server pass there too; the page may have named another server, though.
  const scriptUrl = (baseUrl: string): string => (own.startsWith(`${baseUrl}/`) ? own : `${baseUrl}/embed/v1.js`);
  const later: LaterParts = {
    clientTools: () => load(__CLIENT_TOOLS__),
    pageWatch: () => load(__PAGE_WATCH__),
    inPage: () => load(__IN_PAGE__),
    scriptUrl,
  };
  return {
    createController: (options) => new FrameController(later, options),
    loadLauncher: () => load<LauncherPart>(__LAUNCHER__),
    diagnose: (...subject) =>
      load<typeof import('../diagnosis/diagnose-for-script-tag.js')>(__DIAGNOSIS__).then((part) =>
        part.diagnose(scriptUrl)(...subject),
      ),
  };
}
