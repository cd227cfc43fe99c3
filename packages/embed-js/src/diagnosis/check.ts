/** The form of a check. Each has a file in checks/; checks/inside-page.ts and checks/outside-page.ts give their order. */
import type { Finding, FindingCode, FindingSeverity } from './finding.js';
import type { OutsideEvidence } from './outside-evidence.js';
import type { PageEvidence } from './page-evidence.js';

export interface CheckDefinition<Facts extends object> {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  /** What must be so for the chat to work. */
  readonly description: string;
  /** For `ServiceWidget.diagnose()`: the facts of the problem, or null. */
  readonly inPage?: (seen: PageEvidence) => Facts | null;
  /** The same for `npm run diagnose`. */
  readonly fromOutside?: (seen: OutsideEvidence) => Facts | null;
  readonly message: (facts: Facts) => string;
  readonly fix: (facts: Facts) => string;
}

export interface Check<Facts extends object = never> {
  readonly code: FindingCode;
  readonly description: string;
  finding(facts: Facts): Finding;
  performInPage(seen: PageEvidence): Finding | null;
  performFromOutside(seen: OutsideEvidence): Finding | null;
}

export function defineCheck<Facts extends object>(definition: CheckDefinition<Facts>): Check<Facts> {
  const { code, severity, description, inPage, fromOutside, message, fix } = definition;
  const finding = (facts: Facts): Finding => ({ code, severity, message: message(facts), fix: fix(facts) });
  const ifAny = (facts: Facts | null | undefined): Finding | null => (facts ? finding(facts) : null);
  return {
    code,
    description,
    finding,
    performInPage: (seen) => ifAny(inPage?.(seen)),
    performFromOutside: (seen) => ifAny(fromOutside?.(seen)),
  };
}
