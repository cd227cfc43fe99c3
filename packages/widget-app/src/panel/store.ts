import { type PanelAction, type PanelState, reducePanel } from './state.js';

export interface PanelStore {
  getState(): PanelState;
  dispatch(action: PanelAction): void;
  subscribe(listener: () => void): () => void;
}

/** `onChange` runs before the listeners. */
export function createPanelStore(
  initial: PanelState,
  onChange: (state: PanelState, before: PanelState) => void,
): PanelStore {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    getState: () => state,
    dispatch(action) {
      const before = state;
      state = reducePanel(state, action);
      if (state === before) return;
      onChange(state, before);
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
