/** The pages that a mail's links show. They work without a script. */
import { html, raw } from 'hono/html';
import { pageHeaders } from './page-headers.js';

const CSS = `
:root{color-scheme:light dark}
body{font:16px/1.55 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:15vh 1.25rem 4rem}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .75rem}
button{font:inherit;font-weight:600;padding:.625rem 1.25rem;border:0;border-radius:.5rem;background:CanvasText;color:Canvas;cursor:pointer}
a{color:inherit}
button:focus-visible,a:focus-visible{outline:3px solid Highlight;outline-offset:2px}
`;

export const MAIL_PAGE_HEADERS = pageHeaders(CSS, "'self'");

const document = async (title: string, body: unknown): Promise<string> =>
  String(
    await html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(CSS)}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body>
</html>
`,
  );

/** Asks first. */
export const unsubscribePage = (topic: string): Promise<string> =>
  document(
    `Unsubscribe from ${topic}?`,
    html`<p>You will get no more ${topic} by email. Mail that your account needs still comes.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`,
  );

/** `publicUrl`: as browsers reach the console. */
export const unsubscribedPage = (topic: string, publicUrl: string): Promise<string> =>
  document(
    'You are unsubscribed',
    html`<p>You get no more ${topic} by email. You can order them again in the <a href="${publicUrl}/console">console</a>.</p>`,
  );

export const notWholePage = (): Promise<string> =>
  document('This link is not whole', html`<p>Open it from the mail again, or copy all of it.</p>`);
