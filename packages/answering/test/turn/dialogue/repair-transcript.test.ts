/** Wherever an answer was cut off, the repaired dialogue is one that every model accepts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  ToolCall,
  ToolResult,
} from '../../../../realtime-server/dist/conversation/answering/client-tool-calls.js';
import type { Dialogue, DialogueEntry } from '../../../dist/turn/dialogue/dialogue.js';
import { INTERRUPTED_CALL, repairTranscript } from '../../../dist/turn/dialogue/repair-transcript.js';

const call = (id: string): ToolCall => ({ id, name: 'look_up', args: {} });
const result = (id: string, value: unknown = 1): ToolResult => ({ id, ok: true, value });
const model = (...ids: readonly string[]): DialogueEntry => ({ by: 'model', text: '', calls: ids.map(call) });
const tools = (...results: readonly ToolResult[]): DialogueEntry => ({ by: 'tools', results });
const visitor = (text: string): DialogueEntry => ({ by: 'visitor', text });

describe('a repaired dialogue', () => {
  it('keeps the order of the calls, in whatever order they were settled', () => {
    expect(repairTranscript([model('a', 'b'), tools(result('b', 2)), tools(result('a', 1))])).toEqual([
      model('a', 'b'),
      tools(result('a', 1), result('b', 2)),
    ]);
  });

  it('reports a call without a result as possibly carried out', () => {
    expect(repairTranscript([model('a'), visitor('hello?')])).toEqual([
      model('a'),
      tools({ id: 'a', ok: false, error: INTERRUPTED_CALL }),
      visitor('hello?'),
    ]);
  });

  it('moves a late result to its call, and uses the first of several', () => {
    expect(
      repairTranscript([model('a'), visitor('hello?'), tools(result('a', 'first')), tools(result('a', 'second'))]),
    ).toEqual([model('a'), tools(result('a', 'first')), visitor('hello?')]);
  });

  it('has no result without a call', () => {
    expect(repairTranscript([tools(result('a')), visitor('hi'), tools(result('z'))])).toEqual([visitor('hi')]);
  });

  it('is valid for 10,000 random dialogues', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const entry: fc.Arbitrary<DialogueEntry> = fc.oneof(
      fc.constant(visitor('hi')),
      fc.array(id, { maxLength: 4 }).map((ids) => model(...ids)),
      fc.array(fc.tuple(id, fc.nat(9)), { maxLength: 3 }).map((all) => tools(...all.map(([i, n]) => result(i, n)))),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (dialogue) => {
        const sealed = repairTranscript(dialogue);
        expect(complaints(sealed)).toEqual([]);
        expect(repairTranscript(sealed)).toEqual(sealed);
        const spoken = (of: Dialogue) => of.filter(({ by }) => by !== 'tools').length;
        expect(spoken(sealed)).toBe(spoken(dialogue));
      }),
      { numRuns: 10_000 },
    );
  });
});

/** The problems for which a provider would refuse the dialogue. */
function complaints(dialogue: Dialogue): string[] {
  const wrong: string[] = [];
  const seen = new Set<string>();
  dialogue.forEach((entry, at) => {
    if (entry.by === 'tools') {
      const before = dialogue[at - 1];
      if (before?.by !== 'model' || before.calls.length === 0) wrong.push(`results at ${at} without calls before them`);
      return;
    }
    if (entry.by !== 'model') return;
    for (const { id } of entry.calls) {
      if (seen.has(id)) wrong.push(`the id ${id} twice`);
      seen.add(id);
    }
    const after = dialogue[at + 1];
    const results = after?.by === 'tools' ? after.results : [];
    if (JSON.stringify(results.map(({ id }) => id)) !== JSON.stringify(entry.calls.map(({ id }) => id))) {
      wrong.push(`the calls at ${at} have other results`);
    }
  });
  return wrong;
}
