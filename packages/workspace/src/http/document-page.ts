/** The described document as a page for people: no script, no other file. */
import type { OpenAPI } from '@orpc/openapi';
import { pageHeaders } from './page-headers.js';

const CSS = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:16px/1.55 system-ui,sans-serif;max-width:52rem;margin:0 auto;padding:2rem 1.25rem 6rem}
h1{font-size:1.75rem;margin:0 0 .25rem}h2{font-size:1.2rem;margin:2.5rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;padding:0 .875rem}
summary{cursor:pointer;padding:.625rem 0;display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap}
summary b{font-weight:600;font-size:.75rem;min-width:2.75rem}code,pre{font:13px/1.5 ui-monospace,monospace}
pre{background:var(--soft);padding:.75rem;border-radius:.375rem;overflow:auto}
table{border-collapse:collapse;width:100%;margin:.5rem 0}td{border-top:1px solid var(--line);padding:.375rem .75rem .375rem 0;vertical-align:top}
`;

export const PAGE_HEADERS = pageHeaders(CSS, "'none'");

/** @returns HTML, to be sent with {@link PAGE_HEADERS} */
export function documentPage(document: OpenAPI.Document): string {
  const byTag = new Map<string, string[]>();
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of ['get', 'post'] as const) {
      const operation = item?.[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? 'Other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(method, `/api/rpc${path}`, operation)]);
    }
  const groups = [...byTag].map(([tag, operations]) => `<h2>${escapeHtml(tag)}</h2>${operations.join('')}`).join('');
  const { title, version, description = '' } = document.info;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${CSS}</style><h1>${escapeHtml(title)}</h1><p>Version ${escapeHtml(version)}. ${escapeHtml(description)} The same as a file: <a href="/api/openapi.json">openapi.json</a></p>${groups}</html>`;
}

function operationHtml(method: string, path: string, operation: OpenAPI.OperationObject): string {
  const statuses = Object.entries(operation.responses ?? {}).map(
    ([status, response]) => `<tr><td><code>${status}</code><td>${escapeHtml(descriptionOf(response))}`,
  );
  const parameters = (operation.parameters ?? []).flatMap((each) =>
    'name' in each
      ? [`<tr><td><code>${escapeHtml(each.name)}</code><td>${each.required ? 'required' : 'optional'}`]
      : [],
  );
  const body = operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : null;
  const schema = body?.['application/json']?.schema;
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code>${escapeHtml(operation.summary ?? '')}</summary><p>${escapeHtml(operation.description ?? '')}</p>${
    parameters.length > 0 ? `<p>Parameters</p><table>${parameters.join('')}</table>` : ''
  }${schema ? `<p>Body</p><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>` : ''}<p>Answers</p><table>${statuses.join('')}</table></details>`;
}

const descriptionOf = (response: unknown): string => (response as { description?: string }).description ?? '';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
