/**
 * From what was seen on a page to what is wrong with it, in words: what blocks the chat, and the line that lets it through.
 * Pure, so that the same judgement serves a real browser and a mere reading of headers. The first finding is the cause;
 * those after it may be its consequences. Its words are the table's, which `ServiceWidget.diagnose()` speaks from, too.
 */
import { finding } from '../../packages/protocol/dist/diagnosis/findings.js';

/** @returns findings, the cause first; begins with `ok` when nothing is in the way. */
export function diagnose(seen) {
  const found = [...causes(seen)];
  const known = new Set(found.map(({ code }) => code));
  // What the chat itself says of the page, as far as it isn't the same, or only says that it doesn't know.
  const more = seen.inPage.filter(({ code }) => !known.has(code) && code !== 'ok' && code !== 'unknown');
  if (found.some(blocks)) return [...found, ...more.filter((each) => !blocks(each))];
  const all = [...more.filter(blocks), ...found, ...more.filter((each) => !blocks(each))];
  if (all.some(blocks)) return all;
  if (!seen.browser) return [finding('ok_from_outside'), ...all];
  return seen.ready ? [finding('ok'), ...all] : [finding('unknown', { errors: seen.errors }), ...all];
}

const blocks = ({ effect }) => effect === 'blocks';

function* causes(seen) {
  const { page, status, origin, chat, script, inboxId, errors, health, ready } = seen;
  if (seen.pageCertificate) return yield finding('page_certificate', { page, reason: seen.pageCertificate });
  if (status === null || status >= 400) return yield finding('page_unreachable', { page, status });
  if (chat === null) return yield finding('no_script');
  if (page.startsWith('https:') && chat.startsWith('http:') && !onThisMachine(chat))
    return yield finding('mixed_content', { address: script ?? chat });
  const blocked = (...directives) => seen.violations.some(({ directive }) => directives.includes(directive));
  const scriptBlocked = blocked('script-src', 'script-src-elem');
  if (scriptBlocked) yield finding('script_blocked', { chat });
  const certificate = health?.state === 'certificate' ? health.reason : seen.certificate;
  if (certificate) yield finding('certificate', { chat, reason: certificate });
  else if (health?.state === 'down') yield finding('service_down', { chat });
  else if (health?.state === 'other') yield finding('wrong_server', { chat });
  else if (seen.changed) yield finding('script_changed', { chat, script });
  else if (script && !seen.scriptLoaded && !scriptBlocked) yield finding('script_missing', { script });
  if (blocked('frame-src', 'child-src')) yield finding('csp_frame', { chat });
  if (errors.includes('unsupported_origin') || origin === 'null') yield finding('no_origin');
  if (chat === origin) yield finding('same_origin', { origin });
  if (seen.frameAllowed === false) yield notAllowed(seen);
  if (inboxId === null && seen.scriptLoaded && errors.length === 0 && !ready) yield finding('not_started');
  if (errors.includes('storage_unavailable')) yield finding('storage_refused', { site: new URL(page).hostname });
  if (blocked('connect-src')) yield finding(seen.ownScreen ? 'csp_own_screen' : 'csp_connect', { chat });
}

/** Browsers let a page of https load what is on this very machine. */
const onThisMachine = (address) => /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/.test(address);

function notAllowed({ inboxId, inbox, origin }) {
  if (inbox?.known === false) return finding('wrong_inbox', { inboxId });
  return finding('origin_not_allowed', { inboxId, origin, allowed: inbox?.allowedOrigins ?? null });
}

/** Whether a policy lets an address through: as much of the rules as hosts, paths, schemes and `*` need. */
export function policyAllows(policy, directive, address) {
  if (!policy) return true;
  const url = new URL(address);
  return policy.split(',').every((one) => {
    const rules = new Map(
      one
        .split(';')
        .map((part) => part.trim().split(/\s+/))
        .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
    );
    const fallbacks = {
      'frame-src': ['frame-src', 'child-src', 'default-src'],
      'script-src': ['script-src-elem', 'script-src', 'default-src'],
    };
    const name = (fallbacks[directive] ?? [directive, 'default-src']).find((each) => rules.has(each));
    if (!name) return true;
    const sources = rules.get(name);
    // With a nonce or a hash it is the tag that decides, which only a browser can judge.
    if (directive === 'script-src' && sources.some((source) => /^'(?:nonce|sha\d{3})-/.test(source))) return true;
    return sources.some((source) => matches(source, url));
  });
}

function matches(source, url) {
  if (source === '*') return url.protocol === 'https:' || url.protocol === 'http:';
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source))
    return source.toLowerCase() === url.protocol || (source === 'http:' && url.protocol === 'https:');
  const [, scheme, host, port, path = ''] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^:/]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  if (!host || source.startsWith("'")) return false;
  if (scheme && `${scheme.toLowerCase()}:` !== url.protocol && !(scheme === 'http' && url.protocol === 'https:'))
    return false;
  if (host.startsWith('*.') ? !url.hostname.endsWith(host.slice(1)) : host.toLowerCase() !== url.hostname) return false;
  if (port !== '*' && (port ?? '') !== url.port && !(port === '443' && url.port === '')) return false;
  return path === '' || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
}
