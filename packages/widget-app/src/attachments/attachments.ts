/** Everything that files need, as one part to load: two would share a third, and the chat itself would wait for that one. */

import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import css from './attachments.css?inline';

export { acceptedFiles } from '@service/protocol';
export { DropZone } from './drop-zone.js';
export { MessageFiles } from './message-files.js';
export { UploadTray } from './upload-tray.js';

adoptStylesheet(css);
