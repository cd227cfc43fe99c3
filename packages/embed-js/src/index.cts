/** Types of `require('@service/embed-js')`: the same as of the ES module. The code behind them is dist/index.cjs. */
import type * as embed from './index.js' with { 'resolution-mode': 'import' };

declare const library: typeof embed;
export = library;
