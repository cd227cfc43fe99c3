/** Answers the frame's requests for an identity token with the page's function. */
import type { GetIdentityToken, HostMessage } from '@service/protocol';

export class IdentityBridge {
  #getToken: GetIdentityToken | null = null;
  /** The frame was connected, and its connect message states whether there is an identity. */
  #connected = false;
  /** A logout waits for the frame: an identity set afterwards is another visitor's. */
  #loggingOut = false;

  constructor(
    readonly post: (message: HostMessage) => void,
    readonly command: (command: HostMessage) => void,
  ) {}

  /** Whether the frame may ask for a token as soon as it connects. */
  get isKnown(): boolean {
    return this.#getToken !== null && !this.#loggingOut;
  }

  connected(): void {
    this.#connected = true;
  }

  ready(): void {
    this.#loggingOut = false;
  }

  lost(): void {
    this.#connected = false;
  }

  identify(getToken: GetIdentityToken): void {
    this.#getToken = getToken;
    if (this.#connected || this.#loggingOut) this.command({ t: 'identify' });
  }

  logout(frameIsReady: boolean): void {
    this.#getToken = null;
    this.#loggingOut ||= !frameIsReady;
    this.command({ t: 'logout' });
  }

  /** An error in the page's function goes to the page's own console. */
  async answer(nonce: string): Promise<void> {
    let token: string | null | undefined;
    try {
      token = this.#getToken ? await this.#getToken({ nonce }) : null;
    } catch (error) {
      console.warn('[ServiceWidget] The function given to identify() failed:', error);
    }
    // A value that can't cross the bridge is no token either.
    this.post({ t: 'token', nonce, token: typeof token === 'string' ? token : token === null ? null : undefined });
  }
}
