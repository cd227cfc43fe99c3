/** An answer's text. Plain paragraphs until the Markdown part has loaded, so that nobody waits for it to read. */

import { cleanText } from '@service/protocol';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MarkdownProps } from './markdown.js';

let loaded: ComponentType<MarkdownProps> | null = null;

export function RichText({
  text,
  citation,
}: {
  readonly text: string;
  readonly citation: (number: number) => ComponentChildren | null;
}) {
  const [Markdown, setMarkdown] = useState<ComponentType<MarkdownProps> | null>(() => loaded);
  useEffect(() => {
    if (Markdown) return;
    let here = true;
    import('./markdown.js').then(
      (module) => {
        loaded = module.Markdown;
        if (here) setMarkdown(() => module.Markdown);
      },
      // Without it the text is still all there, only plainer.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [Markdown]);
  if (Markdown) return <Markdown text={text} citation={citation} />;
  return (
    <>
      {cleanText(text)
        .split(/\n{2,}/)
        .map((paragraph, i) => (
          <p class="plain" key={i}>
            {paragraph}
          </p>
        ))}
    </>
  );
}
