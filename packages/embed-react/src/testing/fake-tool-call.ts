import type { AnyTool, WidgetEvents } from '@service/embed-js';
import { canonicalJson, createToolRunner, type ToolRunRequest } from '@service/protocol';
import type { FakeWidgetToolOptions, FakeWidgetToolResult } from './fake-widget-api.js';

let lastCall = 0;

/** Calls a tool by the rules of the real widget: its arguments are checked, the visitor is asked, its function runs. */
export async function callTool(
  tools: readonly AnyTool[],
  name: string,
  args: object,
  { approved = true }: FakeWidgetToolOptions,
  tell: (state: WidgetEvents['tool']['state']) => void,
): Promise<FakeWidgetToolResult> {
  const runner = createToolRunner(tools, (message) => console.warn(`[ServiceWidget] ${message}`));
  const text = canonicalJson(args);
  const prepared = await runner.prepare(name, text);
  if (!prepared.ok) return prepared;
  if (prepared.confirm && !approved) return { ok: false, code: 'denied' };
  tell('running');
  const report = await runner.run(requestOf(name, text, prepared.confirm !== null), signal(), () => undefined);
  tell(report.ok ? 'succeeded' : 'failed');
  if (!report.ok) return { ok: false, code: report.code, message: report.message };
  return { ok: true, value: 'json' in report ? JSON.parse(report.json) : null };
}

const signal = (): AbortSignal => new AbortController().signal;

function requestOf(name: string, args: string, isConfirmed: boolean): ToolRunRequest {
  const call = `call_${++lastCall}`;
  return {
    call,
    conversation: 'conversation',
    attempt: 1,
    name,
    args,
    key: call,
    timeoutMs: 60_000,
    confirmedBy: isConfirmed ? 'user' : 'none',
  };
}
