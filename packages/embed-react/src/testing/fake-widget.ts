import { replacement } from '../replacement.js';
import { createFakeInstance, type FakeInstance } from './fake-instance.js';
import { callTool } from './fake-tool-call.js';
import type { FakeWidget, FakeWidgetCall, FakeWidgetOptions } from './fake-widget-api.js';

/**
 * A widget for tests of a page that uses it: no frame, no server, no waiting. `install()` it before the page renders. Never throws.
 *
 *     const widget = createFakeWidget();
 *     const end = widget.install();
 */
export function createFakeWidget(options: FakeWidgetOptions = {}): FakeWidget {
  const calls: FakeWidgetCall[] = [];
  const instances: FakeInstance[] = [];
  const make = (): FakeInstance => {
    const instance = createFakeInstance({
      readyByItself: options.ready !== false,
      record: (name, ...args) => void calls.push({ name, args }),
    });
    instances.push(instance);
    return instance;
  };
  const own = make();
  /** Those with a chat: what happens in the chat, all of them tell of. */
  const started = (): FakeInstance[] => instances.filter(({ config }) => config !== null);

  return {
    ...own,
    get calls() {
      return calls;
    },
    callsOf: (name) => calls.filter((call) => call.name === name).map(({ args }) => args),
    get config() {
      return started().at(-1)?.config ?? null;
    },
    get tools() {
      return started().flatMap(({ tools }) => tools);
    },
    get isOpen() {
      return started().some(({ isOpen }) => isOpen);
    },
    emit: (name, detail) => {
      for (const instance of started()) instance.emit(name, detail);
    },
    callTool: (name, args = {}, how = {}) =>
      callTool(
        started().flatMap(({ tools }) => tools),
        name,
        args,
        how,
        (state) => {
          for (const instance of started()) instance.emit('tool', { name, state });
        },
      ),
    install() {
      const before = replacement.make;
      replacement.make = make;
      replacement.count++;
      return () => {
        replacement.make = before;
        replacement.count++;
      };
    },
  };
}
