/** What a field for messages must know of keyboards and clipboards. */

/** The key belongs to the input method, as the Enter that ends a Japanese or Chinese word. 229: what Safari says of that one. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;

/** Files to attach in place of a paste. Text copied from a document also contains a picture of itself: then the text is pasted. */
export const pastedFiles = (pasted: DataTransfer | null): readonly File[] =>
  !pasted || pasted.types.includes('text/plain') ? [] : [...pasted.files];

/**
 * Takes files that are dropped anywhere on this document: otherwise the browser would leave it and open the file. `take` is null
 * while none can be taken. `onOver` hears whether files are held over it that can be. Returns the way to stop.
 */
export function followFileDrop(
  take: ((files: readonly File[]) => void) | null,
  onOver: (isOver: boolean) => void,
): () => void {
  const follow = (event: DragEvent): void => {
    const { type, dataTransfer, relatedTarget } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    dataTransfer.dropEffect = take ? 'copy' : 'none';
    if (type === 'drop') take?.([...dataTransfer.files]);
    // Moving from one element to the next inside of the document also fires dragleave.
    const left = type === 'drop' || (type === 'dragleave' && relatedTarget === null);
    onOver(take !== null && !left);
  };
  const events = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;
  for (const name of events) document.addEventListener(name, follow);
  return () => {
    for (const name of events) document.removeEventListener(name, follow);
  };
}
