import { ServiceWidgetProvider } from '@service/embed-sdk/react';
import type { ReactNode } from 'react';
import { CHAT } from './chat';

export const metadata = { title: '__NAME__' };

/** The chat is on every page, and stays open while the visitor moves between them. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <ServiceWidgetProvider {...CHAT}>{children}</ServiceWidgetProvider>
      </body>
    </html>
  );
}
