/** The document of a panel that the page opens: it has drawn the launcher, or the panel is embedded in it. */
import { start } from './start.js';

start(null);
