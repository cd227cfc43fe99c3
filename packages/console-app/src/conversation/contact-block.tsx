/** Blocks the contact of a conversation, says that it is blocked, and takes that back. */
import { cleanText } from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ContactBlock, ConversationApi } from '../api/conversation-api.js';
import type { ApiResult } from '../api/request.js';
import { dayOf } from '../content/time.js';
import { useFocus } from '../forms/use-focus.js';

const REASON_LENGTH = 200;
const ADDRESS_DAYS = [
  ['', 'Allow'],
  ['1', 'Block for a day'],
  ['7', 'Block for a week'],
  ['30', 'Block for 30 days'],
] as const;

export interface ContactBlockHandle {
  readonly blocked: ContactBlock | null;
  /** Why the last action failed. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  /** Resolves with whether it worked. */
  block(reason: string, addressDays: string): Promise<boolean>;
  unblock(): Promise<boolean>;
}

/** `reported`: as the server's last answer has it. */
export function useContactBlock(api: ConversationApi, id: string, reported: ContactBlock | null): ContactBlockHandle {
  const [blocked, setBlocked] = useState(reported);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => setBlocked(reported), [reported]);
  const run = async <T,>(action: Promise<ApiResult<T>>, done: (value: T) => void): Promise<boolean> => {
    setIsBusy(true);
    setProblem(null);
    const result = await action;
    setIsBusy(false);
    if (result.ok) done(result.value);
    else setProblem(result.message);
    return result.ok;
  };
  return {
    ...{ blocked, problem, isBusy },
    block: (reason, days) =>
      run(api.block(id, { reason, ...(days && { addressDays: Number(days) }) }), (value) => setBlocked(value.blocked)),
    unblock: () => run(api.unblock(id, {}), () => setBlocked(null)),
  };
}

/** What is asked before a contact is blocked. */
export function BlockForm({ handle, onClose }: { readonly handle: ContactBlockHandle; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useFocus(() => field.current);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await handle.block(reason, days)) onClose();
  };
  return (
    <form
      class="block-form"
      aria-label="Block this visitor"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <p>They can no longer write here, in any of their conversations. You can take it back at any time.</p>
      <label>
        Reason, for your team
        <input
          value={reason}
          maxLength={REASON_LENGTH}
          ref={field}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <label>
        New visitors from the same network address
        <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
          {ADDRESS_DAYS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <div class="row">
        <button type="submit" class="danger" disabled={handle.isBusy}>
          Block
        </button>
        <button type="button" class="secondary" onClick={onClose}>
          Cancel
        </button>
        {handle.problem && <span role="alert">{handle.problem}</span>}
      </div>
    </form>
  );
}

/** Says that the contact is blocked. */
export function BlockNotice({ handle }: { readonly handle: ContactBlockHandle }) {
  const { blocked, problem, isBusy, unblock } = handle;
  if (!blocked) return null;
  const { name, at, reason, addressUntil } = blocked;
  return (
    <div class="block-notice" role="status">
      <p>
        <strong>Blocked</strong> by <span dir="auto">{cleanText(name)}</span>, {dayOf(at)}
        {reason && (
          <>
            : <span dir="auto">{cleanText(reason)}</span>
          </>
        )}
        .{addressUntil !== null && ` New visitors from the same address are blocked until ${dayOf(addressUntil)}.`}
      </p>
      <button type="button" class="secondary" disabled={isBusy} onClick={() => void unblock()}>
        Unblock
      </button>
      {problem && <span role="alert">{problem}</span>}
    </div>
  );
}
