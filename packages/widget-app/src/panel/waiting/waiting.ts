/** Everything about people: waiting for one, whether they are there, and who it is. As one file to fetch. */
import { wear } from '../../theme/wear.js';
import css from './standing.css?inline';

export { OpeningLine } from './opening-line.js';
export { HeaderPortrait, Portrait } from './portrait.js';
export { Standing } from './standing.js';

wear(css);
