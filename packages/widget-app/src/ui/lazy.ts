/** Parts of the widget that few visits need. Several components share each of them, so each is one chunk. */

/** Choosing, showing and sending files. */
export const loadAttachments = () => import('../attachments/attachments.js');

/** Portraits, business hours and the place in the queue. */
export const loadHandoff = () => import('../handoff/handoff.js');
