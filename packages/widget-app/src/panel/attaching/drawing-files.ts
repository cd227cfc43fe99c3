/** Everything that files need, as one part to load: two would share a third, and the chat itself would wait for that one. */

import { wear } from '../../theme/wear.js';
import css from './attaching.css?inline';

export { acceptedFiles } from '@service/protocol';
export { MessageFiles } from '../transcript/entries/message-files.js';
export { DropZone } from './drop-zone.js';
export { UploadTray } from './upload-tray.js';

wear(css);
