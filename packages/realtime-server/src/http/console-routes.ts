/** The console's document and files. Neither holds a secret: what a person may see comes from the inbox API, with a key. */
import { Hono } from 'hono';
import type { BuiltApp } from './files/built-app.js';
import { documentSender, sendFile } from './files/send-file.js';
import { FOREVER, OWN_FILE_HEADERS, UNUSED_FEATURES } from './security-headers.js';

/**
 * Routes below `/console`. `chatOrigin`: where files and pictures are, if not at the console's own origin. `frameOf`: where the chat can
 * be framed for a preview, by the console's origin as the browser reached it; null: nowhere.
 */
export function createConsoleRoutes(
  built: BuiltApp,
  chatOrigin: string | null = null,
  frameOf: (own: string) => string | null = () => null,
): Hono {
  const { script, imports, style, styleHash } = built.beginningWith('src/main.tsx');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${styleHash}'`,
    "connect-src 'self'",
    // Re-encoded pictures of visitors; and the empty icon below, without which browsers request one.
    `img-src 'self' data:${chatOrigin === null ? '' : ` ${chatOrigin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    // A foreign page around it could make a person click on what they don't see.
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // For the thread that waits in a hidden tab, see the console's hidden-timer.ts.
    'trusted-types timer',
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">${chatOrigin === null ? '' : `\n<meta name="chat-origin" content="${chatOrigin}">`}
<title>Console</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<script type="module" src="/console/assets/${script}"></script>${imports.map((name) => `\n<link rel="modulepreload" href="/console/assets/${name}">`).join('')}
</head>
<body><div id="console"></div></body>
</html>
`;
  const app = new Hono();
  const sendDocument = documentSender();
  const headers = {
    ...UNUSED_FEATURES,
    'Cache-Control': 'no-store',
    // A page that opens the console, or is opened by it, gets no hold of its window.
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  app.get('/', (c) => {
    const framed = frameOf(new URL(c.req.url).origin);
    const withFrames = framed === null ? policy : `${policy}; frame-src ${framed}`;
    return sendDocument(c, html, { ...headers, 'Content-Security-Policy': withFrames });
  });
  app.get('/assets/:name', (c) => {
    const asset = built.files.get(c.req.param('name'));
    return asset ? sendFile(c, asset, FOREVER, OWN_FILE_HEADERS) : c.notFound();
  });
  return app;
}
