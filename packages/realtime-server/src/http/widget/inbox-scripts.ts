/**
 * The scripts that carry an inbox's settings as data, so that the page can draw the launcher after one request. They are made
 * and compressed once for each change of the inbox, never for a request.
 */
import type { InboxScriptSettings } from '@service/protocol';
import type { InboxDirectory, InboxSettings } from '../../inbox/inbox.js';
import { inboxScriptSettings } from '../../inbox/launcher-settings.js';
import { HTTP_LIMITS } from '../../runtime/limits.js';
import { composedScript, type SentFile } from '../files/asset.js';
import type { Assets } from '../files/assets.js';
import { jsonInScript } from './json-in-script.js';

export interface ScriptsOfInbox {
  /** A classic script: the loader, which starts by itself. */
  readonly loader: SentFile;
  /** An ES module: `settings`, and what draws the launcher. */
  readonly launcher: SentFile;
}

/**
 * Returns the scripts for an inbox id. Those for an inbox that doesn't exist are always the same two, with `null` for the
 * settings: the page then reports that it has no such inbox.
 */
export function createInboxScripts(
  inboxes: Pick<InboxDirectory, 'get'>,
  { inboxLoader: [before, after], launcher }: Pick<Assets, 'inboxLoader' | 'launcher'>,
): (inboxId: string) => ScriptsOfInbox {
  let underway = 0;
  const begin = (compress: () => Promise<Buffer>): Promise<Buffer> | null => {
    if (underway >= HTTP_LIMITS.documentsAtOnce) return null;
    underway += 1;
    return compress().finally(() => {
      underway -= 1;
    });
  };
  const module = launcher.body.toString();
  const make = (settings: InboxScriptSettings | null): ScriptsOfInbox => {
    const json = jsonInScript(settings);
    return {
      loader: composedScript([before, json, after], begin),
      launcher: composedScript([`export const settings=${json};\n`, module], begin),
    };
  };
  const ofNone = make(null);
  /** Settings are another object once their file was changed, and go away with their inbox. */
  const made = new WeakMap<InboxSettings, ScriptsOfInbox>();
  return (inboxId) => {
    const inbox = inboxes.get(inboxId);
    if (!inbox) return ofNone;
    const scripts = made.get(inbox) ?? make(inboxScriptSettings(inbox));
    made.set(inbox, scripts);
    return scripts;
  };
}
