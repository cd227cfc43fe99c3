/** The chat as a part of the page's own layout: `mode: 'embedded'`, in an element that this component brings along. */
'use client';
import { type CSSProperties, createElement, type ReactElement, useId } from 'react';
import { type UseServiceWidgetConfig, useServiceWidget } from './use-service-widget.js';

export interface ServiceWidgetProps extends Omit<UseServiceWidgetConfig, 'mode' | 'containerId' | 'position'> {
  readonly className?: string;
  /** Give it a height, here or by `className`: the chat fills what there is. */
  readonly style?: CSSProperties;
}

/** Renders the element and, in the browser, the chat in it. Other props as for `useServiceWidget`. */
export function ServiceWidget({ className, style, ...config }: ServiceWidgetProps): ReactElement {
  const id = useId();
  useServiceWidget({ ...config, mode: 'embedded', containerId: id });
  return createElement('div', { id, className, style });
}
