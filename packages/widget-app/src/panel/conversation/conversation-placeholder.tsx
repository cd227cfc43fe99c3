/**
 * Shown until the code of the conversation has loaded: the same greeting in the same place, so that nothing moves afterwards, and
 * the visitor's first messages.
 */
import type { ComponentChildren } from 'preact';
import { Banner } from '../../ui/banner.js';
import { useTexts } from '../../ui/use-texts.js';
import type { PanelState } from '../state.js';

interface ConversationPlaceholderProps {
  readonly live: PanelState['live'];
  readonly greeting: string;
  /** The visitor's first messages, in place of the log. */
  readonly unsent: ComponentChildren;
  readonly children: ComponentChildren;
}

export function ConversationPlaceholder({ live, greeting, unsent, children }: ConversationPlaceholderProps) {
  const texts = useTexts();
  const problem = navigator.onLine ? texts.reconnecting : texts.offline;
  const shown = { failed: problem, loading: texts.connecting, loaded: null }[live];
  return (
    <>
      <div class="transcript-frame">
        <div class="transcript">
          <div class="transcript-content">
            <p class="greeting" dir="auto">
              {greeting}
            </p>
            <div class="log" role="log" aria-live="off" aria-label={texts.conversation}>
              {unsent}
            </div>
            {children}
          </div>
        </div>
      </div>
      <Banner text={shown} />
    </>
  );
}
