/**
 * What says who may go on must only rise. A run has its attempt: each claim raises it, and nothing is taken from an earlier
 * one. A call of a page's function has its attempt and its lease: a lease that is over never comes back, what may be done
 * once has one lease in its life, and the first end stands. What was signed before its person was put out brings nobody in. Held
 * against every commit of the store, in their order.
 */
import type { StoredCallRecord } from '../../../../packages/realtime-server/dist/tools/tool-store.js';
import type { Build } from '../build.js';

type Commands = ReturnType<Build['commandsOn']>;
type Input<Name extends keyof Commands> = Parameters<Commands[Name]>;

export class Fences {
  /** The attempt that was handed out last, by run. */
  private readonly runs = new Map<string, number>();
  private readonly calls = new Map<string, StoredCallRecord>();
  /** Every lease that a call has had, the last one at the end. */
  private readonly leases = new Map<string, string[]>();
  /** When whom was put out last, by inbox and person. */
  private readonly putOut = new Map<string, number>();
  private readonly problems = new Set<string>();

  clear(): void {
    for (const kept of [this.runs, this.calls, this.leases, this.putOut, this.problems]) kept.clear();
  }

  wrong(): readonly string[] {
    return [...this.problems];
  }

  /** Calls as they stand. */
  all(): readonly StoredCallRecord[] {
    return [...this.calls.values()];
  }

  /** What is kept of a call, and whether it was ever given this lease; null: there is no such call. */
  granted(call: string, lease: string): { readonly record: StoredCallRecord; readonly known: boolean } | null {
    const record = this.calls.get(call);
    return record ? { record, known: this.leases.get(call)?.includes(lease) ?? false } : null;
  }

  /** A command was committed. */
  saw(name: keyof Commands, input: readonly unknown[], result: unknown): void {
    switch (name) {
      case 'claimJobs':
        for (const { id, attempt } of result as ReturnType<Commands['claimJobs']>) {
          const before = this.runs.get(id) ?? 0;
          if (attempt <= before) this.problem(`a run was claimed as attempt ${attempt} after ${before}`);
          this.runs.set(id, attempt);
        }
        return;
      case 'append': {
        const [{ writes }] = input as Input<'append'>;
        if (writes && (result as ReturnType<Commands['append']>).kind === 'appended')
          this.holds(writes.run, writes.attempt, 'an event was taken');
        return;
      }
      case 'saveCheckpoint': {
        const [run, attempt] = input as Input<'saveCheckpoint'>;
        if (result) this.holds(run, attempt, 'a note was taken');
        return;
      }
      case 'addToolCall': {
        const [{ run, attempt, record }] = input as Input<'addToolCall'>;
        if (result !== 'added') return;
        this.holds(run, attempt, 'a call was taken');
        this.keep(JSON.parse(record));
        return;
      }
      case 'revokeSessions': {
        const [inbox, subject, at] = input as Input<'revokeSessions'>;
        const person = `${inbox} ${subject}`;
        this.putOut.set(person, Math.max(at, this.putOut.get(person) ?? 0));
        return;
      }
      case 'identify': {
        const [{ inbox, identified, issuedAt }] = input as Input<'identify'>;
        const out = this.putOut.get(`${inbox} ${identified.subject}`) ?? 0;
        if ((result as ReturnType<Commands['identify']>).kind === 'identified' && issuedAt <= out)
          this.problem(`${identified.subject} came in by what was signed before they were put out`);
        return;
      }
      case 'updateToolCall':
        if (result) this.change(JSON.parse((input as Input<'updateToolCall'>)[0].record));
    }
  }

  private holds(run: string, attempt: number, what: string): void {
    const now = this.runs.get(run) ?? 0;
    if (attempt !== now) this.problem(`${what} from attempt ${attempt} of a run that attempt ${now} holds`);
  }

  private change(next: StoredCallRecord): void {
    const before = this.calls.get(next.id);
    if (!before) return this.problem('a call was changed that nobody has kept');
    if (next.attempt < before.attempt) this.problem(`a call fell from attempt ${before.attempt} to ${next.attempt}`);
    if (before.begun && !next.begun) this.problem('a call that was begun is not begun any more');
    if (before.decision && !next.decision) this.problem('a decision was taken back');
    if (next.told < before.told) this.problem('less of a call is told than before');
    if (before.phase.at === 'settled' && JSON.stringify(next.phase) !== JSON.stringify(before.phase))
      this.problem('a call that had ended has another end');
    this.keep(next);
  }

  private keep(call: StoredCallRecord): void {
    this.calls.set(call.id, call);
    const lease = 'lease' in call.phase ? call.phase.lease : null;
    if (lease === null) return;
    const leases = this.leases.get(call.id) ?? [];
    if (leases.at(-1) === lease) return;
    if (leases.includes(lease)) this.problem('a lease that was over has come back');
    leases.push(lease);
    this.leases.set(call.id, leases);
    if (call.effects === 'once' && leases.length > 1) this.problem('what may be done once was given out twice');
    if (call.mustConfirm && !call.decision?.approved) this.problem('a lease was given out before anybody had agreed');
  }

  private problem(what: string): void {
    this.problems.add(what);
  }
}
