/** The checks of `npm run diagnose`, in the order in which causes come before their consequences. */
import type { Check } from '../check.js';
import type { Finding } from '../finding.js';
import type { OutsideEvidence } from '../outside-evidence.js';
import { mixedContent } from './configuration/mixed-content.js';
import { sameOrigin } from './configuration/same-origin.js';
import { cspFrame } from './frame/csp-frame.js';
import { storageRefused } from './frame/storage-refused.js';
import { ok, okFromOutside, unknown } from './outcomes.js';
import { noOrigin } from './page/no-origin.js';
import { pageCertificate } from './page/page-certificate.js';
import { pageUnreachable } from './page/page-unreachable.js';
import { noScript } from './script/no-script.js';
import { notStarted } from './script/not-started.js';
import { scriptBlocked } from './script/script-blocked.js';
import { scriptChanged } from './script/script-changed.js';
import { scriptMissing } from './script/script-missing.js';
import { certificate } from './server/certificate.js';
import { cspConnect } from './server/csp-connect.js';
import { cspCustomUi } from './server/csp-custom-ui.js';
import { originNotAllowed } from './server/origin-not-allowed.js';
import { serviceDown } from './server/service-down.js';
import { wrongInbox } from './server/wrong-inbox.js';
import { wrongServer } from './server/wrong-server.js';

/** After one of these nothing more can be known. */
const DECISIVE: readonly Check[] = [pageCertificate, pageUnreachable, noScript, mixedContent];

/** Only the first one counts: why the script is not there. */
const OF_SCRIPT: readonly Check[] = [certificate, serviceDown, wrongServer, scriptChanged, scriptMissing];

const OTHERS: readonly Check[] = [
  cspFrame,
  noOrigin,
  sameOrigin,
  wrongInbox,
  originNotAllowed,
  notStarted,
  storageRefused,
  cspConnect,
  cspCustomUi,
];

/** Findings, the cause first; begins with `ok` when nothing blocks the chat. */
export function performFromOutside(seen: OutsideEvidence): readonly Finding[] {
  const found = causes(seen);
  const known = new Set(found.map(({ code }) => code));
  // What the chat itself found on the page, unless it is the same, or only says that it doesn't know.
  const more = seen.inPage.filter(({ code }) => !known.has(code) && code !== 'ok' && code !== 'unknown');
  const others = more.filter((finding) => !blocks(finding));
  if (found.some(blocks)) return [...found, ...others];
  const all = [...more.filter(blocks), ...found, ...others];
  if (all.some(blocks)) return all;
  if (!seen.browser) return [okFromOutside.finding({}), ...all];
  return seen.ready ? [ok.finding({}), ...all] : [unknown.finding({ errors: seen.errors }), ...all];
}

const blocks = ({ severity }: Finding): boolean => severity === 'blocks';

function causes(seen: OutsideEvidence): Finding[] {
  const decisive = all(DECISIVE, seen).slice(0, 1);
  if (decisive.length > 0) return decisive;
  return [...all([scriptBlocked], seen), ...all(OF_SCRIPT, seen).slice(0, 1), ...all(OTHERS, seen)];
}

const all = (checks: readonly Check[], seen: OutsideEvidence): Finding[] =>
  checks.map((check) => check.performFromOutside(seen)).filter((finding) => finding !== null);
