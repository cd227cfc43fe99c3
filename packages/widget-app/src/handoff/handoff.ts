/** Everything about people as one chunk: the queue, business hours, portraits. */
import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import css from './queue-status.css?inline';

export { BusinessHours } from './business-hours.js';
export { HeaderPortrait, Portrait } from './portrait.js';
export { QueueStatus } from './queue-status.js';

adoptStylesheet(css);
