/** Where files go: the server in memory has no place for them. Each is taken, and has an address. */
import { vi } from 'vitest';

export interface FileServer {
  /** The names of the files that came in. */
  readonly taken: readonly string[];
}

/** Until `vi.unstubAllGlobals()`. */
export function startFileServer(): FileServer {
  const taken: string[] = [];
  class Upload {
    readonly upload = { onprogress: null };
    status = 0;
    response: unknown = null;
    onload: (() => void) | null = null;
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(file: File): void {
      taken.push(file.name);
      this.status = 200;
      const id = `att_${String(taken.length).padStart(32, '0')}`;
      this.response = { attachment: { id, name: file.name, type: file.type, size: file.size } };
      queueMicrotask(() => this.onload?.());
    }
  }
  const real = globalThis.fetch;
  vi.stubGlobal('XMLHttpRequest', Upload);
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.startsWith('data:')
      ? real(url, init)
      : Response.json({ url: '/v1/uploads/notes.txt', expiresAt: Date.now() + 3_600_000 }),
  );
  return { taken };
}
