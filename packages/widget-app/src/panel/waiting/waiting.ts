/** Everything about waiting for a person, as one file to fetch. */
import { wear } from '../../theme/wear.js';
import css from './standing.css?inline';

export { OpeningLine } from './opening-line.js';
export { Standing } from './standing.js';

wear(css);
