/** The HTML part of a mail, made from its text: one column, the reader's own font, light and dark. */
import { html, raw } from 'hono/html';
import { type TextPart, textParts } from './text-parts.js';

export interface HtmlPartOptions {
  readonly subject: string;
  readonly text: string;
  /** The words on the first link; null: the address itself. */
  readonly action: string | null;
  /** Who sends it: the console's host. */
  readonly sender: string;
  /** Where a link of the text leads instead. */
  readonly addressOf: (link: string) => string;
  /** The picture that shows that the mail was opened; null: none. */
  readonly pixel: string | null;
  /** How the receiver ends mail of this topic; null: the mail is of none. */
  readonly unsubscribe: { readonly link: string; readonly topic: string } | null;
}

const CSS = `
:root{color-scheme:light dark}
body{margin:0;padding:0;background:#f3f4f6;color:#1f2328}
.page{width:100%;background:#f3f4f6}
.card{width:100%;max-width:560px;background:#ffffff;border-radius:12px}
.text{padding:28px 32px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1f2328}
.text p{margin:0 0 16px}
.text h1{margin:0 0 16px;font-size:20px;line-height:1.3}
.action{display:inline-block;padding:11px 20px;border-radius:8px;background:#1f2328;color:#ffffff;font-weight:600;text-decoration:none}
.foot{padding:16px 32px 32px;font:13px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#59636e}
.address{color:#0b57d0;overflow-wrap:anywhere}
.foot a{color:#59636e}
@media (prefers-color-scheme:dark){
body,.page{background:#111418}
.card{background:#1c2127}
.text{color:#e6e8eb}
.action{background:#e6e8eb;color:#111418}
.address{color:#8ab4f8}
.foot,.foot a{color:#a0a8b1}
}
`;

export async function htmlPart(options: HtmlPartOptions): Promise<string> {
  const { subject, text, sender, pixel, unsubscribe } = options;
  let action = options.action;
  const shown = textParts(text).map((part) => {
    const words = part.kind === 'link' ? action : null;
    if (part.kind === 'link') action = null;
    return partHtml(part, words, options.addressOf);
  });
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(CSS)}</style>
</head>
<body>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="text" dir="auto"><h1>${subject}</h1>
${shown}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="foot">Sent by ${sender}.${
    unsubscribe === null
      ? ''
      : html` You get this because you ordered ${unsubscribe.topic}. <a href="${unsubscribe.link}">Unsubscribe</a>`
  }</td></tr>
</table>
</td></tr></table>
${pixel === null ? '' : html`<img src="${pixel}" width="1" height="1" alt="">`}
</body>
</html>
`;
  return String(page);
}

function partHtml(part: TextPart, action: string | null, addressOf: (link: string) => string) {
  if (part.kind === 'link')
    return action === null
      ? html`<p><a class="address" href="${addressOf(part.address)}">${part.address}</a></p>\n`
      : html`<p><a class="action" href="${addressOf(part.address)}">${action}</a></p>\n`;
  return html`<p>${part.lines.map((line, at) => (at === 0 ? line : html`<br>${line}`))}</p>\n`;
}
