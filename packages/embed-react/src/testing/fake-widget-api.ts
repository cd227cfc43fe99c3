import type { AnyTool, ServiceConfig, ServiceWidgetApi, WidgetEventName, WidgetEvents } from '@service/embed-js';
import type { ToolErrorCode, ToolIssue } from '@service/protocol';

/** Behaviour of the widget without the test. */
export interface FakeWidgetOptions {
  /**
   * False: `ready` comes when the test emits it, to see the page before that.
   * @defaultValue true: `ready` comes by itself, with `init`
   */
  readonly ready?: boolean | undefined;
}

/** What a page has asked of the widget. A call that the real one refuses, such as one before `init`, is not there: it is the event `error`. */
export interface FakeWidgetCall {
  /** `open`, `sendMessage` and so on. */
  readonly name: string;
  /** As the page passed them; options that are left out are not there. */
  readonly args: readonly unknown[];
}

/** How a call of a tool goes. */
export interface FakeWidgetToolOptions {
  /**
   * The visitor's click, where the tool asks for one.
   * @defaultValue true
   */
  readonly approved?: boolean | undefined;
}

/** What the assistant gets of a call. */
export type FakeWidgetToolResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: ToolErrorCode;
      /** What is wrong with the arguments. */
      readonly issues?: readonly ToolIssue[] | undefined;
      /** What the tool's function has thrown. */
      readonly message?: string | undefined;
    };

/**
 * A widget without a frame and without a server. It checks options as the real one does, records what the page asks of it, and the
 * test plays the chat. It may be passed wherever the page takes a widget of `/js`; for the hooks there is `install()`.
 */
export interface FakeWidget extends ServiceWidgetApi {
  /** The widgets of all hooks and components are this one from now on. Returns the way to end that, for the end of a test. */
  install(): () => void;
  /** What the page has asked for, oldest first; `init`, `on` and `off` are not among it. */
  readonly calls: readonly FakeWidgetCall[];
  /** The arguments of each call of this function, oldest first: `callsOf('sendMessage')` is `[['Hi']]`. */
  callsOf(name: string): readonly (readonly unknown[])[];
  /** As the page has passed it to the last `init` that began a chat; null: none yet, or it was destroyed. */
  readonly config: ServiceConfig | null;
  /** The tools that the page offers now. */
  readonly tools: readonly AnyTool[];
  /** Whether the panel is open. */
  readonly isOpen: boolean;
  /**
   * Something happens in the chat: `emit('unread', { count: 2 })`, `emit('open')` for the visitor's click. What is left out has a
   * plain value. In a test of React: `act(() => widget.emit('ready'))`. Never throws.
   */
  emit<Name extends WidgetEventName>(name: Name, detail?: Partial<WidgetEvents[Name]>): void;
  /**
   * The assistant calls a tool of the page, with the checks of its arguments, its `confirm` and its handler. Never rejects.
   * @param args default: none
   */
  callTool(name: string, args?: object, options?: FakeWidgetToolOptions): Promise<FakeWidgetToolResult>;
}
