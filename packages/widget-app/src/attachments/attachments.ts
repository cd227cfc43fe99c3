/** Everything that files need, as one chunk. */

import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import css from './attachments.css?inline';

export { acceptedFiles } from '@service/protocol';
export { DropZone } from './drop-zone.js';
export { MessageFiles } from './message-files.js';
export { UploadTray } from './upload-tray.js';

adoptStylesheet(css);
