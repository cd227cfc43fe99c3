/** The chat of one widget: none, on its way into the page, or attached. Every failure is an `error` event and one console line. */
import {
  type FrameMessage,
  MESSAGE_LIMITS,
  START_ERRORS,
  type StartErrorCode,
  type WidgetEvents,
} from '@service/protocol';
import type { Diagnose } from '../diagnosis/diagnose.js';
import { SCRIPT_REFUSED } from '../diagnosis/script-refused.js';
import type { FrameController, FrameControllerOptions } from '../frame/frame-controller.js';
import { insertPendingFrame } from '../frame/pending-frame.js';
import { VERSION } from '../version.js';
import type { StartConfig } from './configuration.js';
import type { Emitter } from './emitter.js';

/** Fetches what a chat needs beyond its launcher. */
export type LoadController = () => Promise<{
  createController(options: FrameControllerOptions): FrameController;
  readonly diagnose: Diagnose;
}>;

export type Call = (controller: FrameController) => void;

/** A chat that was started. */
export interface Started {
  readonly config: StartConfig;
  /** Calls that wait for the controller. */
  readonly calls: Call[];
  controller: FrameController | null;
  /** Ends the watch over the pending frame; with `true`, the frame is removed too. */
  leave: (remove: boolean) => void;
}

export interface Chat {
  started: Started | null;
  isReady: boolean;
  /** What was reported since the page last tried to start a chat: the latest message of each code. */
  errors: Record<string, string>;
  readonly fail: (code: StartErrorCode, more?: string) => void;
  readonly start: (config: StartConfig) => void;
  /** Runs the call now, or when the controller is there. */
  readonly call: (call: Call) => void;
  readonly end: () => void;
}

export function createChat(load: LoadController, events: Emitter): Chat {
  /** What the frame has reported about the configuration: a frame that reloads reports it again. */
  const seen = new Set<string>();
  const report = (error: WidgetEvents['error']): void => {
    chat.errors[error.code] = error.message;
    console.warn(`[ServiceWidget] ${error.code}: ${error.message}`);
    events.emit('error', error);
  };
  const fail = (code: StartErrorCode, more = ''): void =>
    report({ code, message: `${START_ERRORS[code]} ${more}`.trim() });
  const onDropped = (): void => fail('calls_dropped');
  const onReady = (): void => {
    // Once per chat: a page that answers `ready` with a message must not send it again when the frame reloads.
    if (chat.isReady) return;
    chat.isReady = true;
    events.emit('ready', { version: VERSION });
  };
  const onEvent = ({ name, detail }: Extract<FrameMessage, { t: 'event' }>): void => {
    if (name === 'error') {
      if (detail.code !== 'config_invalid' || seen.size !== seen.add(detail.message).size) report(detail);
    }
    // The other two are emitted by the page's side.
    else if (name !== 'ready' && name !== 'destroy') events.emit(name, detail);
  };
  const chat: Chat = {
    started: null,
    isReady: false,
    errors: {},
    fail,
    start: (config) => startChat(chat, config, load, { onReady, onEvent, onDropped, onError: report }),
    call(call) {
      const { started } = chat;
      if (!started) fail('not_initialised');
      else if (started.controller) call(started.controller);
      else if (started.calls.push(call) > MESSAGE_LIMITS.outboxItems) {
        started.calls.pop();
        onDropped();
      }
    },
    end() {
      const ended = chat.started;
      chat.started = null;
      chat.isReady = false;
      seen.clear();
      ended?.leave(true);
      ended?.controller?.detach();
    },
  };
  return chat;
}

function startChat(
  chat: Chat,
  config: StartConfig,
  load: LoadController,
  handlers: Pick<FrameControllerOptions, 'onReady' | 'onEvent' | 'onDropped' | 'onError'>,
): void {
  let loading = false;
  const started: Started = { config, calls: [], controller: null, leave: () => undefined };
  const onEnd = (): void => {
    if (chat.started === started) chat.end();
  };
  chat.started = started;
  started.leave = insertPendingFrame(
    config,
    async (pending) => {
      if (loading) return;
      loading = true;
      try {
        const { createController } = await load();
        if (chat.started !== started) return;
        started.leave(false);
        started.controller = createController({ ...pending(), ...handlers, config, onEnd });
        for (const call of started.calls) call(started.controller);
      } catch {
        loading = false;
        const { code, message, fix } = scriptRefused(config);
        handlers.onError({ code, message: `${message} ${fix}` });
      }
    },
    () => {
      onEnd();
      chat.fail('container_missing', `containerId: "${config.containerId}".`);
    },
  );
  // The page has no element for it.
  if (chat.started !== started) started.leave(true);
}

/** A finding of its own: the other findings are in what did not load. */
export const scriptRefused = (config?: StartConfig) =>
  ({ ...SCRIPT_REFUSED, fix: `Policy needed: script-src ${config?.baseUrl}` }) as const;
