'use client';
import { createContext } from 'react';
import type { SharedWidget } from './shared-widgets.js';

/** The widget of the nearest `<ServiceWidgetProvider>`. */
export const WidgetContext = createContext<SharedWidget | null>(null);
