/** A code block with a button that copies it. */
import { useState } from 'preact/hooks';
import { useTexts } from '../ui/use-texts.js';
import { useRovingTabIndex } from './roving-tabindex.js';

export function CodeBlock({ code }: { readonly code: string }) {
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard?.writeText(code).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div class="code">
      {/* A block that scrolls must be reachable without a mouse. */}
      <pre tabIndex={tabIndex} dir="ltr">
        <code>{code.replace(/\n$/, '')}</code>
      </pre>
      <button type="button" class="text-button" tabIndex={tabIndex} onClick={copy}>
        {copied ? texts.copied : texts.copy}
      </button>
    </div>
  );
}
