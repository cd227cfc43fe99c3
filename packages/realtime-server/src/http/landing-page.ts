/** The page at `/`, for the person who has just started the server. It names no inbox: which ones exist is not public. */
import { createHash } from 'node:crypto';

const CSS = `
:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}
body{max-width:46rem;margin:12vh auto 4rem;padding:0 1.5rem}
h1{font-size:1.75rem;letter-spacing:-.02em;margin-bottom:.25rem}
p{margin:.5rem 0 1.5rem;opacity:.8}
pre{padding:1rem 1.25rem;border-radius:.75rem;background:color-mix(in srgb,currentColor 8%,transparent);white-space:pre-wrap;overflow-wrap:anywhere}
code{font:.875rem/1.6 ui-monospace,monospace}
`;

export const LANDING_CSS_HASH = `sha256-${createHash('sha256').update(CSS).digest('base64')}`;

/** `origin` is how the reader reached this server, so that the lines work as they stand; `pinned` is the current loader. */
export function landingPage(origin: string, pinned?: { readonly file: string; readonly integrity: string }): string {
  const tag = asText(`<script async src="${origin}/embed/v1/your-inbox.js"></script>`);
  const fixed =
    pinned &&
    asText(
      `<script async src="${origin}${pinned.file}" integrity="${pinned.integrity}" crossorigin="anonymous" data-inbox-id="your-inbox"></script>`,
    );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Chat server</title>
<style>${CSS}</style></head><body>
<h1>The chat server is running</h1>
<p>It serves the widget, keeps the conversations and answers from your articles. <a href="/console">Console</a>, where people answer. <a href="/api/rpc/health">Health</a></p>
<h2>Paste this into a page</h2>
<pre><code>${tag}</code></pre>${
    fixed
      ? `
<p>Or this very version of the script, which never changes and which the browser checks (<a href="/embed/manifest.json">all
versions</a>). The chat itself still gets every update.</p>
<pre><code>${fixed}</code></pre>`
      : ''
  }
<p>An inbox is a folder with an <code>inbox.json</code> and a <code>knowledge</code> folder of Markdown files. Its
<code>allowedOrigins</code> name the pages that may show it.</p>
</body></html>
`;
}

function asText(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
