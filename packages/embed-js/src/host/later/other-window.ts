/**
 * A frame whose container is in the document of another window: a popup, or a frame of the page's own origin. What the frame says arrives
 * at that window: passes it on to `receive` while the frame is there. Its hello is lost, so it is loaded once more.
 */
export function followOtherWindow(frame: HTMLIFrameElement, receive: (event: MessageEvent) => void): void {
  const other = frame.ownerDocument.defaultView;
  const pass = (event: MessageEvent): void => {
    if (frame.isConnected) receive(event);
    else other?.removeEventListener('message', pass);
  };
  other?.addEventListener('message', pass);
  // Put in its place anew: the first document is gone at once, and what it sent last comes from no window.
  frame.replaceWith(frame);
}
