/** The script-tag build for any inbox, at `/embed/v1.js` and pinned. See `inbox-loader.ts` for the one that is made for an inbox. */
import { readScriptTag } from './script-tag/read-script-tag.js';
import { startGlobal } from './script-tag/start-global.js';

const tag = readScriptTag(document.currentScript);
const { address, pinned } = tag;

startGlobal(tag, ({ inboxId, baseUrl }) =>
  // Where the page has pinned this script, or the address is that of a release, nothing may run that changes without it.
  pinned || address !== `${baseUrl}/embed/v1.js` ? undefined : import(`${address}?launcher=${inboxId}`),
);
