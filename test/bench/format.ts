/** How figures are written in reports. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
export const us = (value: number): string => (Number.isNaN(value) ? 'not known here' : `${value.toFixed(1)} µs`);
export const ratio = (value: number, baseline: number): string => `${(value / baseline).toFixed(2)} ×`;
