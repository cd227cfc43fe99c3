/** What a field for messages must know of keyboards and clipboards. */

/** The key belongs to the input method, as the Enter that ends a Japanese or Chinese word. 229: what Safari says of that one. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;

/** Files to attach in place of a paste. Text copied from a document also contains a picture of itself: then the text is pasted. */
export const pastedFiles = (pasted: DataTransfer | null): readonly File[] =>
  !pasted || pasted.types.includes('text/plain') ? [] : [...pasted.files];
