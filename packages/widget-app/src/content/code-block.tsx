/** A code block with a button that copies it. */
import { useCopy } from '../ui/use-copy.js';
import { useTexts } from '../ui/use-texts.js';
import { useRovingTabIndex } from './roving-tabindex.js';

export function CodeBlock({ code }: { readonly code: string }) {
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  const [copying, copy] = useCopy(() => code);
  return (
    <div class="code">
      {/* A block that scrolls must be reachable without a mouse. */}
      <pre tabIndex={tabIndex} dir="ltr">
        <code>{code.replace(/\n$/, '')}</code>
      </pre>
      <button type="button" class="text-button" tabIndex={tabIndex} onClick={copy}>
        {copying === 'done' ? texts.copied : copying === 'failed' ? texts.copyFailed : texts.copy}
      </button>
    </div>
  );
}
