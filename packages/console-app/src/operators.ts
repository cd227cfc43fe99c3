/** Who sits at this desk, as the server knows them: a name, and the picture that visitors see beside it. */
import type { Reply } from './desk.js';

export interface Operator {
  readonly id: string;
  readonly name: string;
  /** Unix milliseconds; null: no picture. */
  readonly picturedAt: number | null;
}

const AWAY = { ok: false, why: 'away', message: 'The server can’t be reached. Try it again.' } as const;

async function ask<T>(key: string, path: string, init: RequestInit): Promise<Reply<T>> {
  try {
    const response = await fetch(`/api/desk/operators${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${key}` },
    });
    if (response.status === 204) return { ok: true, value: undefined as T };
    const body = (await response.json()) as T & { message?: string };
    if (response.ok) return { ok: true, value: body };
    return {
      ok: false,
      why: response.status === 401 ? 'unauthorized' : 'refused',
      message: body.message ?? AWAY.message,
    };
  } catch {
    return AWAY;
  }
}

interface Known {
  readonly operator: Operator;
}

/** The one of this name, with the picture they had, or somebody new. */
export const sitDown = (key: string, name: string): Promise<Reply<Known>> =>
  ask(key, '', { method: 'POST', body: JSON.stringify({ name }), headers: { 'content-type': 'application/json' } });

/** The server draws it anew as a small square. */
export const setPicture = (key: string, id: string, file: Blob): Promise<Reply<Known>> =>
  ask(key, `/${id}/picture`, { method: 'POST', body: file, headers: { 'content-type': 'application/octet-stream' } });

export const removePicture = (key: string, id: string): Promise<Reply<undefined>> =>
  ask(key, `/${id}/picture`, { method: 'DELETE' });

/** Nothing is left of them but what they wrote, beside which stand their initials from then on. */
export const removeOperator = (key: string, id: string): Promise<Reply<undefined>> =>
  ask(key, `/${id}`, { method: 'DELETE' });
