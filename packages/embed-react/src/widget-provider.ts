/** One widget for a part of the page: below it, components need no configuration. */
'use client';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { type UseServiceWidgetConfig, useWidgetIn } from './use-service-widget.js';
import { WidgetContext } from './widget-context.js';

/** As for `useServiceWidget`, and what is below. */
export interface ServiceWidgetProviderProps extends UseServiceWidgetConfig {
  /** Here `useServiceWidget()` and `useTool` use this widget. Default: nothing. */
  readonly children?: ReactNode | undefined;
}

/** Puts the widget into the page. Renders no element, and throws nothing: `error` of `useServiceWidget()` is the problem. */
export function ServiceWidgetProvider({ children, ...config }: ServiceWidgetProviderProps): ReactElement {
  return createElement(WidgetContext.Provider, { value: useWidgetIn(config) }, children);
}
