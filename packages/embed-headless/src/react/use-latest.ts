/** The newest callbacks, for listeners that were subscribed once: a stale closure would act on a screen that is gone. */
'use client';
import { useInsertionEffect, useRef } from 'react';

export function useLatest<T>(value: T): { readonly current: T } {
  const ref = useRef(value);
  // Before any other effect of this commit, and never in a render that is thrown away.
  useInsertionEffect(() => {
    ref.current = value;
  });
  return ref;
}
