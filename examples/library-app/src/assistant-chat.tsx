/** A whole chat of assistant-ui's components: streamed Markdown, sources, files, tools that ask, several conversations, consent. */
import {
  AssistantRuntimeProvider,
  AttachmentPrimitive,
  ComposerPrimitive,
  MessagePrimitive,
  type MessageState,
  type SourceMessagePartProps,
  ThreadListItemPrimitive,
  ThreadListPrimitive,
  ThreadPrimitive,
  type ToolCallMessagePartProps,
} from '@assistant-ui/react';
import { useServiceRuntime } from '@service/embed-sdk/assistant-ui';
import type { SharedOptions, ToolEntry } from '@service/embed-sdk/headless';
import { Chat } from '@service/embed-sdk/ui';

const Text = ({ text }: { text: string }) => <Chat.Markdown text={text} />;
const Source = ({ id, url, title }: SourceMessagePartProps) => <a href={url}>{`[${id}] ${title}`}</a>;
const Tool = ({ toolName, approval, artifact, respondToApproval }: ToolCallMessagePartProps) => (
  <fieldset aria-label={toolName}>
    <p>{`${approval?.prompt ?? toolName}: ${(artifact as ToolEntry).state}`}</p>
    {approval &&
      approval.approved === undefined &&
      [true, false].map((approved) => (
        <button key={String(approved)} type="button" onClick={() => respondToApproval({ approved })}>
          {approved ? 'Confirm' : 'No'}
        </button>
      ))}
  </fieldset>
);
const ANSWER = { Text, Source, tools: { Fallback: Tool } };
const File = () => <AttachmentPrimitive.Name />;
const Message = ({ message: { role } }: { message: MessageState }) => (
  <MessagePrimitive.Root
    role={role === 'system' ? 'note' : 'article'}
    aria-label={{ user: 'You', assistant: 'Assistant', system: 'Notice' }[role]}
  >
    <MessagePrimitive.Parts components={role === 'assistant' ? ANSWER : undefined} />
    {role === 'user' && <MessagePrimitive.Attachments>{() => <File />}</MessagePrimitive.Attachments>}
  </MessagePrimitive.Root>
);

export function Thread() {
  return (
    <AssistantRuntimeProvider runtime={useServiceRuntime()}>
      <ThreadListPrimitive.Root aria-label="Conversations" role="navigation">
        <ThreadListPrimitive.New>New conversation</ThreadListPrimitive.New>
        <ThreadListPrimitive.Items>
          {() => (
            <ThreadListItemPrimitive.Trigger>
              <ThreadListItemPrimitive.Title fallback="New" />
            </ThreadListItemPrimitive.Trigger>
          )}
        </ThreadListPrimitive.Items>
      </ThreadListPrimitive.Root>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Viewport role="log" aria-label="Messages">
          <ThreadPrimitive.Messages>{Message}</ThreadPrimitive.Messages>
        </ThreadPrimitive.Viewport>
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Attachments>{() => <File />}</ComposerPrimitive.Attachments>
          <ComposerPrimitive.AddAttachment>Attach</ComposerPrimitive.AddAttachment>
          <ComposerPrimitive.Input aria-label="Message" />
          <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
          <ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

export const AssistantChat = ({ options }: { options: SharedOptions }) => (
  <Chat.Root options={options}>
    <Chat.Consent>
      <Thread />
    </Chat.Consent>
  </Chat.Root>
);
