/**
 * Checks the fencing tokens at every commit of the store, in order. They only rise. Each claim raises the attempt of a run,
 * and the store accepts nothing from an earlier attempt. A call of a page's function has an attempt and a lease: a lease that
 * is over never comes back, a function that may run once gets one lease, and the first end of a call is final. A token that
 * was signed before its person was signed out identifies no one.
 */
import type { StoredCallRecord } from '../../../../packages/realtime-server/dist/tools/tool-store.js';
import type { Build } from '../build.js';

type Commands = ReturnType<Build['commandsOn']>;
type Input<Name extends keyof Commands> = Parameters<Commands[Name]>;

export class Fences {
  /** The newest attempt, by run. */
  private readonly runs = new Map<string, number>();
  private readonly calls = new Map<string, StoredCallRecord>();
  /** Every lease that a call has had, the newest last. */
  private readonly leases = new Map<string, string[]>();
  /** When a person's sessions were revoked last, by inbox and person. */
  private readonly revokedAt = new Map<string, number>();
  private readonly problems = new Set<string>();

  clear(): void {
    for (const each of [this.runs, this.calls, this.leases, this.revokedAt, this.problems]) each.clear();
  }

  wrong(): readonly string[] {
    return [...this.problems];
  }

  /** The newest record of every call. */
  all(): readonly StoredCallRecord[] {
    return [...this.calls.values()];
  }

  /** The newest record of a call, and whether it ever had this lease; null: there is no such call. */
  granted(call: string, lease: string): { readonly record: StoredCallRecord; readonly known: boolean } | null {
    const record = this.calls.get(call);
    return record ? { record, known: this.leases.get(call)?.includes(lease) ?? false } : null;
  }

  /** A command was committed. */
  committed(name: keyof Commands, input: readonly unknown[], result: unknown): void {
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
          this.requireCurrent(writes.run, writes.attempt, 'an event was stored');
        return;
      }
      case 'saveCheckpoint': {
        const [run, attempt] = input as Input<'saveCheckpoint'>;
        if (result) this.requireCurrent(run, attempt, 'a checkpoint was stored');
        return;
      }
      case 'addToolCall': {
        const [{ run, attempt, record }] = input as Input<'addToolCall'>;
        if (result !== 'added') return;
        this.requireCurrent(run, attempt, 'a call was stored');
        this.save(JSON.parse(record));
        return;
      }
      case 'revokeSessions': {
        const [inbox, subject, at] = input as Input<'revokeSessions'>;
        const person = `${inbox} ${subject}`;
        this.revokedAt.set(person, Math.max(at, this.revokedAt.get(person) ?? 0));
        return;
      }
      case 'identify': {
        const [{ inbox, identified, issuedAt }] = input as Input<'identify'>;
        const revokedAt = this.revokedAt.get(`${inbox} ${identified.subject}`) ?? 0;
        if ((result as ReturnType<Commands['identify']>).kind === 'identified' && issuedAt <= revokedAt)
          this.problem(`${identified.subject} was identified by a token from before their sessions were revoked`);
        return;
      }
      case 'updateToolCall':
        if (result) this.change(JSON.parse((input as Input<'updateToolCall'>)[0].record));
    }
  }

  private requireCurrent(run: string, attempt: number, what: string): void {
    const now = this.runs.get(run) ?? 0;
    if (attempt !== now) this.problem(`${what} from attempt ${attempt} of a run that attempt ${now} holds`);
  }

  private change(next: StoredCallRecord): void {
    const before = this.calls.get(next.id);
    if (!before) return this.problem('a call was changed that is not stored');
    if (next.attempt < before.attempt) this.problem(`a call fell from attempt ${before.attempt} to ${next.attempt}`);
    if (before.begun && !next.begun) this.problem('a call that was begun is not begun any more');
    if (before.decision && !next.decision) this.problem('a decision was taken back');
    if (next.told < before.told) this.problem('fewer steps of a call are reported than before');
    if (before.phase.at === 'settled' && JSON.stringify(next.phase) !== JSON.stringify(before.phase))
      this.problem('a call that had ended has another end');
    this.save(next);
  }

  private save(call: StoredCallRecord): void {
    this.calls.set(call.id, call);
    const lease = 'lease' in call.phase ? call.phase.lease : null;
    if (lease === null) return;
    const leases = this.leases.get(call.id) ?? [];
    if (leases.at(-1) === lease) return;
    if (leases.includes(lease)) this.problem('a lease that was over has come back');
    leases.push(lease);
    this.leases.set(call.id, leases);
    if (call.effects === 'once' && leases.length > 1) this.problem('what may be done once was granted twice');
    if (call.mustConfirm && !call.decision?.approved) this.problem('a lease was granted before the visitor agreed');
  }

  private problem(what: string): void {
    this.problems.add(what);
  }
}
