/** Shown while files are dragged over the chat. */
import { useTexts } from '../ui/use-texts.js';

export function DropZone() {
  const texts = useTexts();
  return (
    <p class="drop-zone" aria-hidden="true">
      {texts.dropFiles}
    </p>
  );
}
