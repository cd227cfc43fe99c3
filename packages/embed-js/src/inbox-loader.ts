/**
 * The script-tag build that is made for one inbox, at `/embed/v1/<inbox>.js`: with the launcher and the settings of the inbox,
 * so that nothing else is fetched before the launcher is drawn. It starts that inbox by itself.
 */
import type { InboxScriptSettings } from '@service/protocol';
import type { QueuedCall } from './script-tag/queue-stub.js';
import { readScriptTag } from './script-tag/read-script-tag.js';
import { startGlobal } from './script-tag/start-global.js';
import { type PageLauncher, type PageLauncherOptions, startPageLauncher } from './start/page-launcher.js';

/** Written in by the server; null: it knows no such inbox. */
declare const __INBOX_SETTINGS__: InboxScriptSettings | null;

const tag = readScriptTag(document.currentScript);
const made = __INBOX_SETTINGS__;
const inboxId = made ? made.inboxId : /([^/]*)[.]js$/.exec(tag.address)?.[1];

// A page with more to say than fits into attributes has called `init` before this script has arrived.
const { q } = (window as unknown as { ServiceWidget?: { q?: readonly QueuedCall[] } }).ServiceWidget ?? {};
const startsItself = !(Array.isArray(q) && q.some(([name]) => name === 'init'));

const startLauncher = (options: PageLauncherOptions): PageLauncher =>
  startPageLauncher(options, (settings) => settings);

startGlobal({ ...tag, config: startsItself ? { ...tag.config, inboxId } : {} }, ({ given, ...config }) =>
  // No attribute sets a theme, so this script is without the rule for its colours: it comes with the frame.
  config.inboxId === inboxId && config.baseUrl === tag.origin && (!given.theme || made?.saved)
    ? Promise.resolve({ startLauncher, settings: made })
    : undefined,
);
