/** A whole chat of assistant-ui's components: streamed Markdown, sources, files, tools that ask, several conversations, consent. */
import {
  AssistantRuntimeProvider,
  AttachmentPrimitive,
  ComposerPrimitive,
  MessagePrimitive,
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
    {approval && approval.approved === undefined && (
      <>
        <button type="button" onClick={() => respondToApproval({ approved: true })}>
          Confirm
        </button>
        <button type="button" onClick={() => respondToApproval({ approved: false })}>
          Cancel
        </button>
      </>
    )}
  </fieldset>
);
const File = () => (
  <AttachmentPrimitive.Root>
    <AttachmentPrimitive.Name />
  </AttachmentPrimitive.Root>
);
const Own = () => (
  <MessagePrimitive.Root aria-label="You" role="article">
    <MessagePrimitive.Parts />
    <MessagePrimitive.Attachments>{() => <File />}</MessagePrimitive.Attachments>
  </MessagePrimitive.Root>
);
const Answer = () => (
  <MessagePrimitive.Root aria-label="Assistant" role="article">
    <MessagePrimitive.Parts components={{ Text, Source, tools: { Fallback: Tool } }} />
  </MessagePrimitive.Root>
);
const Notice = () => (
  <MessagePrimitive.Root role="note">
    <MessagePrimitive.Parts />
  </MessagePrimitive.Root>
);
const Conversation = () => (
  <ThreadListItemPrimitive.Root>
    <ThreadListItemPrimitive.Trigger>
      <ThreadListItemPrimitive.Title fallback="New" />
    </ThreadListItemPrimitive.Trigger>
  </ThreadListItemPrimitive.Root>
);

export function Thread() {
  return (
    <AssistantRuntimeProvider runtime={useServiceRuntime()}>
      <ThreadListPrimitive.Root aria-label="Conversations" role="navigation">
        <ThreadListPrimitive.New>New conversation</ThreadListPrimitive.New>
        <ThreadListPrimitive.Items>{() => <Conversation />}</ThreadListPrimitive.Items>
      </ThreadListPrimitive.Root>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Viewport role="log" aria-label="Messages">
          <ThreadPrimitive.Messages
            components={{ UserMessage: Own, AssistantMessage: Answer, SystemMessage: Notice }}
          />
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
