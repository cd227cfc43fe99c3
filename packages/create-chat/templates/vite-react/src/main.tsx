import { ServiceWidgetProvider } from '@service/embed-sdk/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CHAT } from './chat';
import { Help } from './help';

const root = document.getElementById('app');
if (root)
  createRoot(root).render(
    <StrictMode>
      <ServiceWidgetProvider {...CHAT}>
        <main>
          <h1>A page with a chat</h1>
          <Help />
        </main>
      </ServiceWidgetProvider>
    </StrictMode>,
  );
