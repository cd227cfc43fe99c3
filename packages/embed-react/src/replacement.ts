/** The widget that a test of a page has in place of the real one. On a page of a customer there is none. */
import type { ServiceWidgetApi } from '@service/embed-js';

export interface Replacement {
  /** Makes a widget in place of the real one; null: the real one is made. */
  make: (() => ServiceWidgetApi) | null;
  /** Counts the changes of `make`: a component of the next test must not share the widget of the last one. */
  count: number;
}

export const replacement: Replacement = { make: null, count: 0 };
