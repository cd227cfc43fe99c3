/** The checks of `ServiceWidget.diagnose()`, in the order in which causes come before their consequences. */
import type { Check } from '../check.js';
import type { Finding } from '../finding.js';
import type { PageEvidence } from '../page-evidence.js';
import { configInvalid } from './configuration/config-invalid.js';
import { containerHidden } from './configuration/container-hidden.js';
import { containerMissing } from './configuration/container-missing.js';
import { mixedContent } from './configuration/mixed-content.js';
import { sameOrigin } from './configuration/same-origin.js';
import { consentNeeded } from './frame/consent-needed.js';
import { cspFrame } from './frame/csp-frame.js';
import { frameSilent } from './frame/frame-silent.js';
import { frameUnstable } from './frame/frame-unstable.js';
import { storagePartitioned } from './frame/storage-partitioned.js';
import { storageRefused } from './frame/storage-refused.js';
import { ok, reported, unknown } from './outcomes.js';
import { clockWrong } from './page/clock-wrong.js';
import { noOrigin } from './page/no-origin.js';
import { offline } from './page/offline.js';
import { pageFramed } from './page/page-framed.js';
import { notStarted } from './script/not-started.js';
import { versionDiffers } from './script/version-differs.js';
import { versionMismatch } from './script/version-mismatch.js';
import { cspConnect } from './server/csp-connect.js';
import { localNetwork } from './server/local-network.js';
import { notConnected } from './server/not-connected.js';
import { originNotAllowed } from './server/origin-not-allowed.js';
import { serviceDown } from './server/service-down.js';
import { wrongServer } from './server/wrong-server.js';

const OF_STARTED_CHAT: readonly Check[] = [
  pageFramed,
  localNetwork,
  serviceDown,
  wrongServer,
  originNotAllowed,
  versionDiffers,
  clockWrong,
  cspFrame,
  cspConnect,
  containerMissing,
  containerHidden,
  frameSilent,
  storageRefused,
  storagePartitioned,
  consentNeeded,
  notConnected,
];

/** Only the first one counts: why there is no chat. */
const OF_MISSING_CHAT: readonly Check[] = [
  configInvalid,
  sameOrigin,
  containerMissing,
  versionMismatch,
  frameUnstable,
  notStarted,
];

/** Codes of errors that a check covers, or that only say that something is missing. */
const COVERED = [
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

const ORDER = ['blocks', 'hinders', 'note'];

/** Findings, the cause first; begins with `ok` when nothing blocks the chat. */
export function performInPage(seen: PageEvidence): readonly Finding[] {
  const found = [...causes(seen)];
  if (found.some(({ severity }) => severity === 'blocks')) return bySeverity(found);
  if (seen.chat?.ready) return [ok.finding({}), ...bySeverity(found)];
  return [unknown.finding({ errors: Object.keys(seen.errors) }), ...found];
}

function* causes(seen: PageEvidence): Generator<Finding> {
  const origin = noOrigin.performInPage(seen);
  if (origin) return yield origin;
  yield* all([offline], seen);
  if (seen.chat) {
    const mixed = mixedContent.performInPage(seen);
    if (mixed) yield mixed;
    else yield* all(OF_STARTED_CHAT, seen);
  } else yield* all(OF_MISSING_CHAT, seen).slice(0, 1);
  for (const [code, message] of Object.entries(seen.errors))
    if (!COVERED.includes(code)) yield reported.finding({ code, message });
}

const all = (checks: readonly Check[], seen: PageEvidence): Finding[] =>
  checks.map((check) => check.performInPage(seen)).filter((finding) => finding !== null);

const bySeverity = (found: readonly Finding[]): Finding[] =>
  [...found].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
