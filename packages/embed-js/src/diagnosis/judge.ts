/**
 * From what was seen on a page to what is wrong with it. Pure. The first finding is the cause; those after it may be its
 * consequences, or good to know.
 */
import { type Finding, finding } from '@service/protocol';
import type { ChatEvidence, Evidence } from './evidence.js';

/** Clocks that differ by less are nobody's trouble: tokens are checked with a minute of patience. */
const CLOCK_TOLERANCE_MS = 120_000;

/** What is told by a finding of its own, or says only that something is missing. */
const TOLD_OTHERWISE = [
  'unsupported_origin',
  'insecure_self_host',
  'container_missing',
  'config_invalid',
  'base_url_missing',
  'already_initialised',
  'not_initialised',
  'inbox_unavailable',
  'storage_unavailable',
  'frame_unreachable',
  'frame_unstable',
  'protocol_unsupported',
];

/** Findings, the cause first; begins with `ok` when nothing keeps the chat from running. */
export function judge(seen: Evidence): readonly Finding[] {
  const found = [...findings(seen)];
  if (found.some(({ effect }) => effect === 'blocks')) return byEffect(found);
  return seen.chat?.ready
    ? [finding('ok'), ...byEffect(found)]
    : [finding('unknown', { errors: Object.keys(seen.said) }), ...found];
}

const ORDER = ['blocks', 'hinders', 'note'];
const byEffect = (found: readonly Finding[]): Finding[] =>
  [...found].sort((a, b) => ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect));

function* findings(seen: Evidence): Generator<Finding> {
  const { said, chat, origin } = seen;
  if (!/^https?:/.test(origin)) return yield finding('no_origin');
  if (!seen.online) yield finding('offline');
  if (chat) yield* ofChat(chat, seen);
  else yield* ofStart(seen);
  for (const [code, message] of Object.entries(said))
    if (!TOLD_OTHERWISE.includes(code)) yield finding('reported', { code, message });
}

/** Why there is no chat to look at. */
function* ofStart({ said, origin }: Evidence): Generator<Finding> {
  const { config_invalid, base_url_missing, container_missing, insecure_self_host } = said;
  const { protocol_unsupported, frame_unstable } = said;
  const message = config_invalid ?? base_url_missing;
  if (message !== undefined) yield finding('config_invalid', { message });
  else if (insecure_self_host !== undefined) yield finding('same_origin', { origin });
  else if (container_missing !== undefined)
    yield finding('container_missing', { containerId: /"(.*)"/.exec(container_missing)?.[1] ?? null });
  else if (protocol_unsupported !== undefined) yield finding('version_mismatch', { message: protocol_unsupported });
  else if (frame_unstable !== undefined) yield finding('frame_unstable');
  else yield finding('not_started');
}

function* ofChat(chat: ChatEvidence, seen: Evidence): Generator<Finding> {
  const { baseUrl, inboxId, containerId, server, frame, place } = chat;
  const { origin } = seen;
  // Browsers let a page of https show what is on this very machine.
  const onThisMachine = /^http:[/][/](?:localhost|127[.]0[.]0[.]1|\[::1\])(?::|$)/.test(baseUrl);
  if (origin.startsWith('https:') && baseUrl.startsWith('http:') && !onThisMachine)
    return yield finding('mixed_content', { address: baseUrl });
  if (server === 'silent') {
    if (seen.online) yield finding('service_down', { chat: baseUrl });
  } else if (server === 'answers otherwise') yield finding('wrong_server', { chat: baseUrl });
  else if (server !== 'blocked') {
    if (!server.allowed) yield finding('origin_not_allowed', { inboxId, origin, allowed: null });
    if (server.version !== seen.script)
      yield finding('version_differs', { script: seen.script, server: server.version });
    const minutes = Math.round(Math.abs(server.now - seen.now) / 60_000);
    if (Math.abs(server.now - seen.now) > CLOCK_TOLERANCE_MS) yield finding('clock_wrong', { minutes });
  }
  if (chat.probe === 'blocked') yield finding('csp_frame', { chat: baseUrl });
  if (chat.connectBlocked) yield finding('csp_connect', { chat: baseUrl });
  if (place === null) yield finding('container_missing', { containerId });
  else if (place.width === 0 || place.height === 0) yield finding('container_hidden', place);
  const mayShow = typeof server === 'object' && server.allowed;
  if (!chat.ready && mayShow && chat.probe === 'silent') yield finding('frame_silent', { chat: baseUrl });
  if (!frame) return;
  if (frame.storage === 'refused') yield finding('storage_refused', { site: new URL(origin).hostname });
  else if (typeof server === 'object' && server.crossSite) yield finding('storage_partitioned');
  if (frame.consent === 'needed') yield finding('consent_needed');
  else if (seen.online && ['reconnecting', 'offline'].includes(frame.connection))
    yield finding('not_connected', { chat: baseUrl, state: frame.connection });
}
