import { cleanText } from '@service/protocol';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MarkdownProps } from './markdown.js';

let loaded: ComponentType<MarkdownProps> | null = null;

/** An answer's text: plain paragraphs until the Markdown chunk has loaded, or when it can't be loaded. */
export function RichText(props: MarkdownProps) {
  const [Markdown, setMarkdown] = useState<ComponentType<MarkdownProps> | null>(() => loaded);
  useEffect(() => {
    if (Markdown) return;
    let mounted = true;
    import('./markdown.js').then(
      (module) => {
        loaded = module.Markdown;
        if (mounted) setMarkdown(() => module.Markdown);
      },
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, [Markdown]);
  if (Markdown) return <Markdown {...props} />;
  return (
    <>
      {cleanText(props.text)
        .split(/\n{2,}/)
        .map((paragraph, i) => (
          <p class="plain-text" key={i}>
            {paragraph}
          </p>
        ))}
    </>
  );
}
