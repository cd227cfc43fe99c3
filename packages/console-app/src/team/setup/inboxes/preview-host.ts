/** The page's end of the preview's frame: the little of the bridge that a chat needs which connects to nothing. */
import { BRIDGE_MARK, BRIDGE_VERSION, type BridgeConnect, readBridgeHello, type Scheme } from '@service/protocol';

/** Answers the hello of `frame`, whose document is of `origin`. Returns the end. */
export function hostPreview(frame: HTMLIFrameElement, origin: string, scheme: Scheme): () => void {
  let port: MessagePort | null = null;
  const onMessage = (event: MessageEvent): void => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    const hello = readBridgeHello(event.data);
    if (!hello) return;
    const channel = new MessageChannel();
    port?.close();
    port = channel.port1;
    const connect: BridgeConnect = {
      mark: BRIDGE_MARK,
      t: 'connect',
      nonce: hello.nonce,
      version: BRIDGE_VERSION,
      config: { inboxId: 'preview', mode: 'embedded', position: 'right', locale: null },
      scheme,
      viewport: { width: frame.clientWidth, height: frame.clientHeight },
    };
    frame.contentWindow?.postMessage(connect, origin, [channel.port2]);
  };
  window.addEventListener('message', onMessage);
  return () => {
    window.removeEventListener('message', onMessage);
    port?.close();
  };
}
