/** The chat as a part of the page's own layout: `mode: 'embedded'`, in an element that this component brings along. */
'use client';
import {
  type CSSProperties,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { type UseServiceWidget, type UseServiceWidgetConfig, useView, useWidgetIn } from './use-service-widget.js';

/** As for `useServiceWidget`, without what an embedded chat has no use for. */
export interface ServiceWidgetProps extends Omit<UseServiceWidgetConfig, 'mode' | 'containerId' | 'position'> {
  /** Of the element. Default: none. */
  readonly className?: string | undefined;
  /** Give it a height, here or by `className`: the chat fills what there is. Default: none. */
  readonly style?: CSSProperties | undefined;
}

/**
 * Renders the element and, in the browser, the chat in it. `ref`: the functions of `useServiceWidget`, to send a message or to offer a
 * tool. Other props as for `useServiceWidget`; throws nothing either.
 */
export const ServiceWidget: ForwardRefExoticComponent<ServiceWidgetProps & RefAttributes<UseServiceWidget>> =
  /* @__PURE__ */ forwardRef<UseServiceWidget, ServiceWidgetProps>(function ServiceWidget(
    { className, style, ...config },
    ref,
  ) {
    const id = useId();
    const element = useRef<HTMLDivElement>(null);
    // The id keeps the widgets of two components apart; the element is looked for nowhere.
    const view = useView(useWidgetIn({ ...config, mode: 'embedded', containerId: id }, element));
    useImperativeHandle(ref, () => view, [view]);
    return createElement('div', { id, ref: element, className, style });
  });
