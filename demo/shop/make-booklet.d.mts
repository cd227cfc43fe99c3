/** The bytes of the booklet. */
export function booklet(): Uint8Array;
