/** Asks once before a conversation is erased, because it can't be restored. The safe answer has the focus. */
import { useTexts } from '../ui/use-texts.js';
import type { DialogProps } from './types.js';

export function EraseConfirmation({ client, controller, onClose }: DialogProps) {
  const texts = useTexts();
  return (
    <section role="alertdialog" aria-labelledby="erase-title" aria-describedby="erase-detail">
      <h3 id="erase-title">{texts.eraseQuestion}</h3>
      <p id="erase-detail">{texts.eraseDetail}</p>
      <div class="choices">
        <button
          type="button"
          class="outlined"
          onClick={() => {
            client.eraseConversation();
            // Also removes the draft, which is in this tab's storage.
            controller.dispatch({ type: 'draft', text: '' });
            onClose();
          }}
        >
          {texts.eraseNow}
        </button>
        <button type="button" class="outlined" data-initial-focus onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </section>
  );
}
