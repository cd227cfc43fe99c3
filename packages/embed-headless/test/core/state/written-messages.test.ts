/** Messages that are written while the code of the conversations is not loaded, or the conversation changes. */
import { describe, expect, it } from 'vitest';
import { newModel } from '../../../src/core/state/model.js';
import {
  after,
  appended,
  around,
  BACK,
  CNV,
  connected,
  ERASED,
  found,
  identity,
  LOADED,
  toDeferred,
  unsentIn,
  write,
} from './connected-model.js';

describe('a written message', () => {
  it('waits for the code of the conversations only until it is loaded, for whatever reason it was', () => {
    const waiting = after(connected(), [ERASED, write('later')]);
    expect(appended(waiting.effects)).toEqual([]);
    // The erasure was received on the old connection, so the loaded code no longer handles it.
    const { model, effects } = after(waiting.model, BACK);
    expect(appended(effects)).toEqual([]);
    expect(appended(after(model, [LOADED]).effects)).toEqual(['later']);
  });

  it('of a closed tab stays in its conversation, also when this tab has begun to open another one', () => {
    const before = connected();
    const item = unsentIn(CNV);
    const { model } = after(before, [
      toDeferred({ type: 'new-conversation', id: 'a-new-one', at: around.now, from: before }),
      found(item, false),
      LOADED,
    ]);
    expect(model.featureStates.deferred).toMatchObject({ opening: { id: 'a-new-one' } });
    expect(model.outbox.items.map(({ conversation }) => conversation)).toEqual([CNV]);
  });

  it('of a closed tab stays in its conversation for a connected tab, also when no session is stored any more', () => {
    // Another tab was notified of the end of the session and has removed it. This tab is still connected.
    const older = 'cnv_bbbbbbbbbbbbbbbbbbbb';
    const { model, effects } = after(connected(), [LOADED, found(unsentIn(older), true)]);
    expect(model.outbox.items.map(({ conversation }) => conversation)).toEqual([older]);
    expect(effects).toContainEqual({
      do: 'send',
      frame: expect.objectContaining({ t: 'append', conversation: older }),
    });
  });

  it('of a closed tab goes to the next conversation when the session is over for this tab as well', () => {
    const { model } = after(newModel(identity), [LOADED, found(unsentIn(CNV), true)]);
    expect(model.outbox.items).toMatchObject([{ conversation: null, failed: null }]);
  });

  it('that was handed over to other tabs is not stored again on leaving, as one of them may have sent it', () => {
    const { model } = after(newModel(identity), [
      LOADED,
      write('handed-over'),
      { type: 'connection', input: { type: 'suspend' } },
    ]);
    expect(model.outbox.items).toMatchObject([{ conversation: null, sent: 1 }]);
    const { effects } = after(model, [
      toDeferred({
        type: 'open-conversation',
        conversation: 'cnv_bbbbbbbbbbbbbbbbbbbb',
        id: 'there',
        at: around.now + 1,
        from: model,
      }),
    ]);
    expect(effects.filter((each) => each.do === 'store-item')).toEqual([]);
  });

  it('is sent next when the conversation of the message in flight is erased', () => {
    const { model } = after(connected(), [LOADED, write('first'), write('second')]);
    const [first, ...others] = model.outbox.items;
    const items = [{ ...first, conversation: 'cnv_bbbbbbbbbbbbbbbbbbbb' } as typeof first & object, ...others];
    const elsewhere = { ...model, outbox: { ...model.outbox, items } };
    expect(elsewhere.outbox.inFlight).toBe('first');
    expect(appended(after(elsewhere, [ERASED]).effects)).toEqual(['second']);
  });
});
