/** One form that is sent to the server: busy meanwhile, and where it is refused, the reason and the field to correct. */
import type { WorkspaceResult } from '@service/workspace-client';
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../api/workspace.js';

export type Fields = Readonly<Record<string, string>>;

export interface Form {
  readonly busy: boolean;
  readonly refusal: string | null;
  submit(event: TargetedSubmitEvent<HTMLFormElement>): Promise<void>;
}

/**
 * @param send gets the fields by name, without spaces around
 * @param problem shown before the first attempt
 */
export function useForm(
  send: (fields: Fields) => Promise<WorkspaceResult<unknown>>,
  problem: string | null = null,
): Form {
  const [refusal, setRefusal] = useState(problem);
  const [busy, setBusy] = useState(false);
  return {
    ...{ busy, refusal },
    async submit(event) {
      event.preventDefault();
      const form = event.currentTarget;
      const fields = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, fieldOf(name, String(value))]),
      );
      setBusy(true);
      setRefusal(null);
      const result = await send(fields);
      setBusy(false);
      if (result.ok) return;
      setRefusal(messageOf(result.error));
      fieldsOf(form).at(-1)?.select();
    },
  };
}

/** Spaces are part of a password. */
const fieldOf = (name: string, value: string): string => (/password/i.test(name) ? value : value.trim());

/** Those in which one writes. */
export const fieldsOf = (form: ParentNode): readonly HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>('input:not([readonly], [hidden], [type="checkbox"])'),
];
