/** The answer of a procedure that is read, and read again after each change and every few seconds: others change it too. */
import type { Inputs, Outputs, ProcedureName, WorkspaceError, WorkspaceResult } from '@service/workspace-client';
import { useEffect, useState } from 'preact/hooks';
import { allPages, type ListInput, type ListName } from '../api/all-pages.js';
import { messageOf, workspace } from '../api/workspace.js';

const AGAIN_MS = 5_000;

export interface Answer<T> {
  /** Null before the first answer. */
  readonly value: T | null;
  readonly problem: string | null;
  refresh(): void;
}

export const useAnswer = <Name extends ProcedureName>(name: Name, input: Inputs[Name]): Answer<Outputs[Name]> =>
  useReading<Name, Inputs[Name]>(workspace.call, name, input);

/** The same of a list, with the items of all its pages. */
export const useAll = <Name extends ListName>(name: Name, input: ListInput<Name>): Answer<Outputs[Name]> =>
  useReading<Name, ListInput<Name>>(allPages, name, input);

function useReading<Name extends ProcedureName, Input>(
  ask: (name: Name, input: Input) => Promise<WorkspaceResult<Outputs[Name]>>,
  name: Name,
  input: Input,
): Answer<Outputs[Name]> {
  const [value, setValue] = useState<Outputs[Name] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const key = JSON.stringify(input);
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    const read = async (): Promise<void> => {
      // `undefined` has no JSON.
      const result = await ask(name, (key && JSON.parse(key)) as Input);
      if (isOver) return;
      // Where the session has ended, the queue leaves. It may also have got a new cookie while this was on its way.
      setProblem(result.ok || result.error.code === 'UNAUTHORIZED' ? null : messageOf(result.error));
      if (result.ok) setValue(result.value);
      timer = window.setTimeout(read, AGAIN_MS);
    };
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ask, name, key, asked]);
  return { value, problem, refresh: () => setAsked((count) => count + 1) };
}

export interface Change {
  readonly busy: boolean;
  readonly problem: string | null;
  /** What `problem` is made from. */
  readonly error: WorkspaceError | null;
  /** Resolves with the answer, or null where it failed: `problem` says why. */
  run<Name extends ProcedureName>(name: Name, input: Inputs[Name]): Promise<Outputs[Name] | null>;
}

/** Changes, one at a time. */
export function useChange(): Change {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<WorkspaceError | null>(null);
  return {
    ...{ busy, error, problem: error && messageOf(error) },
    async run(name, input) {
      setBusy(true);
      setError(null);
      const result = await workspace.call(name, input);
      setBusy(false);
      if (result.ok) return result.value;
      setError(result.error);
      return null;
    },
  };
}
