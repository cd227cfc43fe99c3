/**
 * The console's document and files. The document holds nothing secret and asks for nothing: whoever answers brings the key,
 * and what they may see comes from the desk's API.
 */
import { Hono } from 'hono';
import type { BuiltApp } from './assets.js';
import { document, file } from './http-app.js';
import { FOREVER } from './security-headers.js';

/** Routes below `/console`. */
export function createConsoleRoutes({ files, boot }: BuiltApp): Hono {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${boot.styleHash}'`,
    "connect-src 'self'",
    // Visitors' pictures, drawn anew here; and the empty icon below, without which every browser asks for one.
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    // Somebody else's page around it could make a person press what they don't see.
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>Console</title>
<link rel="icon" href="data:,">
<style>${boot.style}</style>
<script type="module" src="/console/assets/${boot.script}"></script>${boot.imports.map((name) => `\n<link rel="modulepreload" href="/console/assets/${name}">`).join('')}
</head>
<body><div id="console"></div></body>
</html>
`;
  const app = new Hono();
  app.get('/', (c) => document(c, html, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' }));
  app.get('/assets/:name', (c) => {
    const asset = files.get(c.req.param('name'));
    return asset ? file(c, asset, FOREVER) : c.notFound();
  });
  return app;
}
