/** Everything about people: waiting for one, whether they are there, and who it is. As one file to fetch. */
import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import css from './queue-status.css?inline';

export { BusinessHours } from './business-hours.js';
export { HeaderPortrait, Portrait } from './portrait.js';
export { QueueStatus } from './queue-status.js';

adoptStylesheet(css);
