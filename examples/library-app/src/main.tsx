/** Components of two libraries on the chat client: `/` is assistant-ui, `/#ai-sdk` is useChat of the AI SDK. */
import { createChatClient } from '@service/embed-sdk/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AiSdkChat } from './ai-sdk-chat';
import { AssistantChat } from './assistant-chat';

const options = { inboxId: 'demo', baseUrl: import.meta.env.VITE_CHAT_ORIGIN ?? 'http://localhost:4600' };

const root = document.getElementById('app');
if (root)
  createRoot(root).render(
    <StrictMode>
      {location.hash === '#ai-sdk' ? (
        <AiSdkChat client={createChatClient(options)} />
      ) : (
        <AssistantChat options={options} />
      )}
    </StrictMode>,
  );
