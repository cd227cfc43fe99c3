/** The chat as visitors would see it with what is written in the form: the real one, in a frame of the chat's own origin. */
import type { Scheme } from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { workspace } from '../../../api/workspace.js';
import { hostPreview } from './preview-host.js';
import type { InboxChange } from './written-inbox.js';

/** While a person types, one preview for all their letters. */
const AFTER_MS = 400;

interface PreviewProps {
  readonly orgId: string;
  readonly inboxId: string;
  readonly written: InboxChange;
}

export function Preview({ orgId, inboxId, written }: PreviewProps) {
  const [scheme, setScheme] = useState<Scheme>('light');
  /** Undefined: not asked yet. Null: the chat has no origin of its own. */
  const [url, setUrl] = useState<string | null | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const key = JSON.stringify(written);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const result = await workspace.call('inboxes.preview', { orgId, inboxId, ...(JSON.parse(key) as InboxChange) });
      if (isOver) return;
      setProblem(result.ok ? null : 'What is written can’t be shown yet.');
      if (result.ok) setUrl(result.value.url);
    }, AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [orgId, inboxId, key]);
  if (url === null)
    return (
      <p class="hint">
        There is no preview here: the chat has no address of its own. The operator of the server sets WIDGET_URL.
      </p>
    );
  return (
    <section class="inbox-preview" aria-label="Preview">
      <label>
        Preview
        <select value={scheme} onChange={(event) => setScheme(event.currentTarget.value as Scheme)}>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      {problem && <p role="status">{problem}</p>}
      {url && <PreviewFrame key={`${scheme} ${url}`} url={`${url}&scheme=${scheme}`} scheme={scheme} />}
    </section>
  );
}

function PreviewFrame({ url, scheme }: { readonly url: string; readonly scheme: Scheme }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [src, setSrc] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!frame.current) return;
    const end = hostPreview(frame.current, new URL(url).origin, scheme);
    // After the listener, or the frame's first word would be lost.
    setSrc(url);
    return end;
  }, [url, scheme]);
  return <iframe ref={frame} src={src} title="The chat as visitors would see it" />;
}
