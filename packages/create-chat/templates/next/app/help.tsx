'use client';
import { useServiceWidget } from '@service/embed-sdk/react';

/** Opens the chat of the provider, and says what is wrong where there is none. */
export function Help() {
  const { open, unread, status, error } = useServiceWidget();
  return (
    <>
      <button type="button" disabled={status !== 'ready'} onClick={open}>
        {unread > 0 ? `Help (${unread})` : 'Help'}
      </button>
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}
