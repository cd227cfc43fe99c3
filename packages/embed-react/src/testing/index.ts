/** For tests of a page: a widget without a frame and without a server. Needs no React. */
export { createFakeWidget } from './fake-widget.js';
export type {
  FakeWidget,
  FakeWidgetCall,
  FakeWidgetOptions,
  FakeWidgetToolOptions,
  FakeWidgetToolResult,
} from './fake-widget-api.js';
