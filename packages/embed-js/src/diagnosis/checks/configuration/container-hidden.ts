import { defineCheck } from '../../check.js';

export const containerHidden = defineCheck<{ readonly width: number; readonly height: number }>({
  code: 'container_hidden',
  severity: 'blocks',
  description: "The chat's element has a size.",
  inPage({ chat }) {
    const place = chat?.place;
    return place && (place.width === 0 || place.height === 0) ? place : null;
  },
  message: ({ width, height }) => `The chat's place on the page is ${width} × ${height} pixels.`,
  fix: () => "Give its container a width and a height, and don't hide it (display: none).",
});
