import type { PermissionChoices } from '@service/workspace-client';
import { useEffect, useState } from 'preact/hooks';
import { agents, messageOf } from '../../../api/workspace.js';

/** Null before the answer. */
export function useChoices(): { readonly choices: PermissionChoices | null; readonly problem: string | null } {
  const [choices, setChoices] = useState<PermissionChoices | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void agents
      .choices()
      .then((result) => (result.ok ? setChoices(result.value) : setProblem(messageOf(result.error))));
  }, []);
  return { choices, problem };
}
