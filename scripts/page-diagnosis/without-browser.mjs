/** Reads a page's headers, its HTML and the script it names. */
import { createHash } from 'node:crypto';
import { policyAllows } from './content-security-policy.mjs';
import { certificateProblem, NOTHING, TIMEOUT_MS } from './fetching.mjs';

export async function inspectWithoutBrowser(page) {
  const nothing = { ...NOTHING, origin: new URL(page).origin, browser: false };
  let pageCertificate = null;
  const response = await fetch(page, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
    pageCertificate = certificateProblem(error);
    return null;
  });
  if (!response) return { ...nothing, pageCertificate };
  const html = await response.text();
  const tag = /<script\b[^>]*\bsrc=["']?([^"'\s>]*\/embed\/[^"'\s>]+\.js)[^>]*>/i.exec(html);
  const script = tag ? new URL(tag[1], page).href : null;
  const named = /\/embed\/v1\/([\w-]+)\.js/.exec(script ?? '') ?? /\bdata-inbox-id=["']?([\w-]+)/i.exec(tag?.[0] ?? '');
  const inboxId = named?.[1] ?? null;
  const policy = response.headers.get('content-security-policy');
  const violations = [];
  const chat = script && new URL(script).origin;
  const frame = chat && `${chat}/widget/${inboxId ?? ''}`;
  if (script && !policyAllows(policy, 'script-src', script))
    violations.push({ directive: 'script-src', blocked: script });
  if (frame && !policyAllows(policy, 'frame-src', frame)) violations.push({ directive: 'frame-src', blocked: frame });
  const answer = script ? await fetch(script, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null) : null;
  const integrity = tag ? (/\bintegrity=["']?([^"'>]+)/i.exec(tag[0])?.[1] ?? null) : null;
  const changed =
    integrity !== null && answer?.ok === true && !matches(integrity, Buffer.from(await answer.arrayBuffer()));
  const scriptLoaded = answer?.ok === true && !changed;
  return { ...nothing, status: response.status, chat, script, scriptLoaded, changed, inboxId, violations };
}

/** Whether the bytes match an integrity attribute: one of its hashes of the strongest kind is enough. */
function matches(integrity, bytes) {
  const hashes = integrity
    .trim()
    .split(/\s+/)
    .map((hash) => hash.split('-', 2));
  const strongest = ['sha512', 'sha384', 'sha256'].find((kind) => hashes.some(([each]) => each === kind));
  if (!strongest) return true;
  const is = createHash(strongest).update(bytes).digest('base64');
  return hashes.some(([kind, hash]) => kind === strongest && hash === is);
}
