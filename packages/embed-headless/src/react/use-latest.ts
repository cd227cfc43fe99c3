'use client';
import { useInsertionEffect, useRef } from 'react';

/** The latest value, for listeners that are subscribed once: a stale closure would act on an old render. */
export function useLatest<T>(value: T): { readonly current: T } {
  const ref = useRef(value);
  // Before any other effect of this commit, and not in a render that is discarded.
  useInsertionEffect(() => {
    ref.current = value;
  });
  return ref;
}
