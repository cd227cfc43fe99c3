/**
 * Calls made before the script has arrived must not be lost, and must not throw. A page that wants to make such calls
 * puts this one line before the script tag; the loader takes over what it has gathered, in order.
 *
 * - It replaces nothing that already works, so it may stand on the page twice or after the script.
 * - An element with the id `ServiceWidget` appears as `window.ServiceWidget`; having no `init`, it is not taken for ours.
 * - Whatever the widget can do may have been called. The loader doesn't carry this list: the page made the calls.
 * - `q.q` is looked up at each call: the loader swaps it for one that calls at once, so that a function which the page
 *   took out of the stub (`const { open } = ServiceWidget`) keeps working for ever.
 */

/** What a page may call before the script has arrived. */
export const QUEUED_CALLS = [
  'init',
  'open',
  'close',
  'toggle',
  'sendMessage',
  'prefill',
  'updateContext',
  'setQuestions',
  'registerTool',
  'on',
  'off',
  'updateColorScheme',
  'identify',
  'logout',
  'destroy',
] as const;
export type QueuedCall = readonly [name: (typeof QUEUED_CALLS)[number], args: readonly unknown[]];

/** The line itself, for a `<script>` before the loader's. README and tests use this very text. */
export const QUEUE_STUB =
  `(function(w,q){q=w.ServiceWidget;if(q&&typeof q.init=='function')return;q=w.ServiceWidget={q:[],isReady:function(){return!1}};` +
  `'${QUEUED_CALLS.join(' ')}'.split(' ').forEach(function(f){q[f]=function(a,b){q.q.push([f,[].slice.call(arguments)]);` +
  `if(f=='on')return function(){w.ServiceWidget.off(a,b)}}})})(window);`;
