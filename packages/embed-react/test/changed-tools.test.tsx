/** @jsxImportSource react */
/** Tools of a page that change, or that can't be compared, while the widget is there. */
import { type AnyTool, defineTool } from '@service/protocol';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceWidgetProvider, type UseServiceWidgetConfig, useTool } from '../src/index.js';
import { createFakeWidget, type FakeWidget } from '../src/testing/index.js';

const CONFIG = { inboxId: 'demo', baseUrl: 'https://chat.test' } as const;
const NO = { approved: false } as const;

let widget: FakeWidget;
let end: () => void;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  widget = createFakeWidget();
  end = widget.install();
});
afterEach(() => {
  cleanup();
  end();
  vi.restoreAllMocks();
});

const handler = () => 'cancelled';
const cancel = (more: Partial<AnyTool> = {}): AnyTool => ({
  ...defineTool({ name: 'cancel', description: 'Cancels.', handler }),
  ...more,
});
const ask = () => ({ title: 'Cancel it?' });

function Tool({ tool }: { readonly tool: AnyTool }) {
  useTool(tool);
  return null;
}
const below = (tool: AnyTool) => (
  <ServiceWidgetProvider {...CONFIG}>
    <Tool tool={tool} />
  </ServiceWidgetProvider>
);
/** The widget of an earlier configuration is gone a moment later. */
const offered = () => expect.poll(() => widget.tools).toHaveLength(1);
const configured = (tool: AnyTool) => <ServiceWidgetProvider {...CONFIG} tools={[tool]} />;

describe.each([
  ['useTool', below],
  ['the configuration', configured],
] as const)('a tool of %s', (_where, page) => {
  it('asks with a confirmation that only a later render has', async () => {
    const { rerender } = render(page(cancel()));
    rerender(page(cancel({ confirm: ask })));
    await offered();
    expect(await widget.callTool('cancel', {}, NO)).toEqual({ ok: false, code: 'denied' });
  });

  it('is not available as soon as a later render says so, and leaves out of its result what that render leaves out', async () => {
    const { rerender } = render(page(cancel()));
    rerender(page(cancel({ toModel: () => 'done' })));
    await offered();
    expect(await widget.callTool('cancel')).toEqual({ ok: true, value: 'done' });
    rerender(page(cancel({ available: () => false })));
    await offered();
    expect(await widget.callTool('cancel')).toEqual({ ok: false, code: 'unavailable' });
  });

  it.each([undefined, null, false, 'cancel', { ...cancel(), parameters: 'order' }])(
    'that is none, %o, ends no render',
    (none) => {
      expect(() => render(page(none as never))).not.toThrow();
    },
  );
});

it('a schema that holds itself does not hide that the inbox is another one', () => {
  const schema: Record<string, unknown> = {
    '~standard': { version: 1, vendor: 'own', validate: () => ({ value: {} }) },
  };
  schema.scope = schema;
  const page = (config: UseServiceWidgetConfig) => (
    <ServiceWidgetProvider {...config} tools={[cancel({ parameters: schema as never })]} />
  );
  const { rerender } = render(page(CONFIG));
  rerender(page({ ...CONFIG, inboxId: 'other' }));
  expect(widget.config?.inboxId).toBe('other');
});
