/**
 * The script-tag build that is made for one inbox, at `/embed/v1/<inbox>.js`: with the launcher and the settings of the inbox,
 * so that nothing else is fetched before the launcher is drawn. It starts that inbox by itself.
 */
import type { InboxScriptSettings } from '@service/protocol';
import { partsOf } from './script-tag/import-with-integrity.js';
import type { QueuedCall } from './script-tag/queue-stub.js';
import { readScriptTag } from './script-tag/read-script-tag.js';
import { startGlobal } from './script-tag/start-global.js';
import { startLauncherWith } from './start/start-launcher.js';
import type { LauncherPart } from './widget/chat.js';

/** Written in by the server; null: it knows no such inbox. */
declare const __INBOX_SETTINGS__: InboxScriptSettings | null;
/** Written in by the build: the hash of another file of it. */
declare const __LAUNCHER_EXTRAS__: string;

// A script in a shadow root has no `currentScript`, and no selector finds its tag. Its address is in every stack.
const [address] = /https?:[^\s)]+[/]embed[/]v1[^\s:)]*/.exec(Error().stack ?? '') ?? [];
const tag = readScriptTag(document.currentScript, address);
const made = __INBOX_SETTINGS__;
const inboxId = made ? made.inboxId : /([^/]*)[.]js$/.exec(tag.address)?.[1];

// A page with more to say than fits into attributes has called `init` before this script has arrived.
const { q } = (window as unknown as { ServiceWidget?: { q?: readonly QueuedCall[] } }).ServiceWidget ?? {};
const startsItself = !(Array.isArray(q) && q.some(([name]) => name === 'init'));

const startLauncher: LauncherPart['startLauncher'] = (options) =>
  startLauncherWith(() => partsOf(tag.address)(__LAUNCHER_EXTRAS__), options);

startGlobal({ ...tag, config: startsItself ? { ...tag.config, inboxId } : {} }, (config) =>
  config.inboxId === inboxId && config.baseUrl === tag.origin
    ? Promise.resolve({ startLauncher, settings: made })
    : undefined,
);
