/** The chat as a part of the page's own layout: `mode: 'embedded'`, in an element that this component brings along. */
'use client';
import { type CSSProperties, createElement, type ReactElement, useId, useRef } from 'react';
import { type UseServiceWidgetConfig, useWidgetIn } from './use-service-widget.js';

/** As for `useServiceWidget`, without what an embedded chat has no use for. */
export interface ServiceWidgetProps extends Omit<UseServiceWidgetConfig, 'mode' | 'containerId' | 'position'> {
  /** Of the element. Default: none. */
  readonly className?: string;
  /** Give it a height, here or by `className`: the chat fills what there is. Default: none. */
  readonly style?: CSSProperties;
}

/** Renders the element and, in the browser, the chat in it. Other props as for `useServiceWidget`; throws nothing either. */
export function ServiceWidget({ className, style, ...config }: ServiceWidgetProps): ReactElement {
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  // The id keeps the widgets of two components apart; the element is looked for nowhere.
  useWidgetIn({ ...config, mode: 'embedded', containerId: id }, element);
  return createElement('div', { id, ref: element, className, style });
}
