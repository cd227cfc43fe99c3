'use client';
/** The widget, by its hook. */
import { useServiceWidget } from '@service/embed-sdk/react';
import { usePathname } from 'next/navigation';

export function ShopChat() {
  const path = usePathname();
  const { open, unread, status } = useServiceWidget({
    inboxId: 'demo',
    baseUrl: process.env.NEXT_PUBLIC_CHAT_ORIGIN ?? 'http://localhost:4600',
    colorScheme: 'auto',
    user: { customAttributes: { page: path } },
  });
  return (
    <button type="button" onClick={open} disabled={status !== 'ready'}>
      {`Ask us${unread > 0 ? ` (${unread})` : ''}`}
    </button>
  );
}
