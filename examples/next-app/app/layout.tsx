/** A layout rendered on the server, with the widget on every page: it stays open while the visitor moves between them. */
import type { ReactNode } from 'react';
import { ShopChat } from './shop-chat';

export const metadata = { title: 'Chat in a Next.js app' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <ShopChat />
      </body>
    </html>
  );
}
