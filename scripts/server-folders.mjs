/** Where commands find what the server stores: as `npm start` has it, unless the environment says otherwise. Empty says nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/processes.mjs';

process.env.DATA_DIR ||= join(root, 'data');
// A server without INBOX_DIR reads the first one, `npm start` the second.
process.env.INBOX_DIR ||= [join(process.env.DATA_DIR, 'inboxes'), join(root, 'demo/inboxes')].find(existsSync);
