/** useChat of the AI SDK on the chat client: streamed text, tools that ask, sources, and what people write. */
import { useChat } from '@ai-sdk/react';
import { createServiceTransport, toUIMessages } from '@service/embed-sdk/ai-sdk';
import type { ChatClient } from '@service/embed-sdk/core';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { type FormEvent, useEffect, useMemo, useState } from 'react';

export function AiSdkChat({ client }: { client: ChatClient }) {
  const transport = useMemo(() => createServiceTransport(client), [client]);
  const { messages, setMessages, sendMessage, addToolApprovalResponse, status, stop, error } = useChat({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const [draft, setDraft] = useState('');
  const [files, setFiles] = useState<FileList | undefined>();
  // Earlier messages, and what people write, come without a question.
  useEffect(() => {
    if (status !== 'ready') return;
    const show = () => client.getState().turn === 'ready' && setMessages(toUIMessages(client.getState().timeline));
    show();
    client.connect();
    return client.subscribe(show);
  }, [client, status, setMessages]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void sendMessage({ text: draft, files });
    setDraft('');
    setFiles(undefined);
  };
  return (
    <main>
      <div role="log" aria-label="Messages">
        {messages.map(({ id, role, parts }) => (
          <article key={id} aria-label={role === 'user' ? 'You' : 'Assistant'}>
            {parts.map((part, at) => {
              if (part.type === 'text') return <p key={at}>{part.text}</p>;
              if (part.type === 'source-url')
                return (
                  <a key={at} href={part.url}>
                    {part.title}
                  </a>
                );
              if (part.type !== 'dynamic-tool') return null;
              const { approval, state, toolName } = part;
              return (
                <fieldset key={at} aria-label={toolName}>
                  <p>{`${toolName}: ${state}`}</p>
                  {approval && state === 'approval-requested' && (
                    <button type="button" onClick={() => addToolApprovalResponse({ id: approval.id, approved: true })}>
                      Confirm
                    </button>
                  )}
                </fieldset>
              );
            })}
          </article>
        ))}
      </div>
      {error && <p role="alert">{error.message}</p>}
      <form onSubmit={submit}>
        <input aria-label="Message" value={draft} onChange={(event) => setDraft(event.target.value)} />
        <input aria-label="Files" type="file" onChange={(event) => setFiles(event.target.files ?? undefined)} />
        <button type="submit">Send</button>
        {status === 'streaming' && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
      </form>
    </main>
  );
}
