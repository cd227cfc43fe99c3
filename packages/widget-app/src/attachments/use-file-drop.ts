/**
 * Files dragged over the chat. They can be dropped anywhere in the frame: otherwise the browser would leave the chat and open
 * the file.
 */
import { useEffect, useState } from 'preact/hooks';

/** True while files are held over the chat. `onFiles` is null while none can be taken. */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | null): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const take = (event: DragEvent): void => {
      const { type, dataTransfer, relatedTarget } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      dataTransfer.dropEffect = onFiles ? 'copy' : 'none';
      if (type === 'drop') onFiles?.([...dataTransfer.files]);
      // Moving from one element to the next inside the chat also fires dragleave.
      const left = type === 'drop' || (type === 'dragleave' && relatedTarget === null);
      setOver(onFiles !== null && !left);
    };
    const events = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;
    for (const name of events) document.addEventListener(name, take);
    return () => {
      for (const name of events) document.removeEventListener(name, take);
    };
  }, [onFiles]);
  return over;
}
