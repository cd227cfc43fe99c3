/** The very bytes as a body, without a copy for each request: a thousand copies would wait in a thousand sockets. */
export function sharedBody(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  // No file is read into shared memory, which is all that the type of a body excludes.
  return bytes as Uint8Array<ArrayBuffer>;
}
