/** Who is signed in. The session is a cookie; this asks the server what it opens. */
import type { Outputs } from '@service/workspace-client';
import { useEffect, useState } from 'preact/hooks';
import { settled } from '../api/session-lock.js';
import { workspace } from '../api/workspace.js';

export type Me = Outputs['accounts.me'];

export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out'; readonly problem: string | null }
  /** The server does nothing for this account until its address is confirmed. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'signed-in'; readonly me: Me };

export interface Session {
  readonly state: SessionState;
  /** Asks again, after a sign-in or a change. */
  refresh(): void;
  /** `problem`: why, where the person didn't ask for it. */
  leave(problem?: string): void;
  /** A request was refused for want of a session. Leaves with `problem` and answers true where the session has ended. */
  hasEnded(problem: string): Promise<boolean>;
}

const RETRY_MS = 2_000;

export function useSession(): Session {
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    const ask = async (): Promise<void> => {
      const result = await workspace.call('accounts.me', undefined);
      if (isOver) return;
      if (result.ok) setState({ kind: 'signed-in', me: result.value });
      else if (result.error.code === 'UNREACHABLE') timer = window.setTimeout(ask, RETRY_MS);
      else if (result.error.data?.reason === 'unverified') setState({ kind: 'unverified' });
      else
        setState({ kind: 'signed-out', problem: result.error.code === 'UNAUTHORIZED' ? null : result.error.message });
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked]);
  const leave = (problem?: string): void => setState({ kind: 'signed-out', problem: problem ?? null });
  return {
    state,
    refresh: () => setAsked((count) => count + 1),
    leave,
    async hasEnded(problem) {
      // A new password or second step gives the session a new cookie: a request that was on its way had the old one.
      await settled();
      const result = await workspace.call('accounts.me', undefined);
      if (result.ok || result.error.code !== 'UNAUTHORIZED') return false;
      leave(problem);
      return true;
    },
  };
}
