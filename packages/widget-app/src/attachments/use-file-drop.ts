/** Files dragged over the chat. They can be dropped anywhere in the frame. */
import { followFileDrop } from '@service/content';
import { useEffect, useState } from 'preact/hooks';

/** True while files are held over the chat. `onFiles` is null while none can be taken. */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | null): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => followFileDrop(onFiles, setOver), [onFiles]);
  return over;
}
