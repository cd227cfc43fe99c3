/**
 * Unstyled React primitives of a chat on the headless client: their look is the page's, their meaning, keyboard and words for screen
 * readers are here. Importing touches nothing, also on a server. None throws, but for `useChat`'s own error where there is no root above.
 */
'use client';
import { Composer, Uploads } from './composer.js';
import { Attachments } from './message/attachments.js';
import { Form } from './message/form.js';
import { Markdown, PlainText } from './message/markdown.js';
import { Message } from './message/message.js';
import { Card, Carousel, Parts, QuickReplies } from './message/parts.js';
import { Sources } from './message/sources.js';
import { ToolConfirm, ToolView } from './message/tools.js';
import { Root } from './screen.js';
import { Connection, Consent, Queue, Typing } from './status.js';
import { JumpToLatest, Timeline } from './timeline.js';

export type { ComposerProps } from './composer.js';
export type { FormProps } from './message/form.js';
export type { MarkdownProps } from './message/markdown.js';
export type { MessageProps } from './message/message.js';
export type { CardPart } from './message/parts.js';
export type { ToolProps } from './message/tools.js';
export type { PartProps } from './part.js';
export type { ChatComponents, RootOptions, RootProps } from './screen.js';
export type { ConsentProps } from './status.js';
export { type ChatTexts, ENGLISH } from './texts.js';
export type { TimelineProps } from './timeline.js';

export {
  Attachments,
  Card,
  Carousel,
  Composer,
  Connection,
  Consent,
  Form,
  JumpToLatest,
  Markdown,
  Message,
  Parts,
  PlainText,
  Queue,
  QuickReplies,
  Root,
  Sources,
  Timeline,
  ToolConfirm,
  ToolView,
  Typing,
  Uploads,
};

/** The primitives by name: `<Chat.Root>`, and below it any of the others. */
export const Chat = {
  Root,
  Timeline,
  JumpToLatest,
  Message,
  Markdown,
  PlainText,
  Sources,
  Attachments,
  Parts,
  QuickReplies,
  Card,
  Carousel,
  Form,
  ToolView,
  ToolConfirm,
  Composer,
  Uploads,
  Typing,
  Queue,
  Connection,
  Consent,
} as const;
