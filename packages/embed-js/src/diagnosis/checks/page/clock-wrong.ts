import { defineCheck } from '../../check.js';
import { serverReportOf } from '../../page-evidence.js';

/** Tokens are checked with a minute of tolerance, so clocks that differ by less do no harm. */
const TOLERANCE_MS = 120_000;

export const clockWrong = defineCheck<{ readonly minutes: number }>({
  code: 'clock_wrong',
  severity: 'hinders',
  description: 'The clocks of device and server agree.',
  inPage({ chat, now }) {
    const server = serverReportOf(chat);
    if (!server) return null;
    const difference = Math.abs(server.now - now);
    return difference > TOLERANCE_MS ? { minutes: Math.round(difference / 60_000) } : null;
  },
  message: ({ minutes }) => `This device's clock and the server's differ by ${minutes} minutes.`,
  fix: () => 'Set the clock that is wrong: times are shown wrongly, and signed tokens are too old or not yet valid.',
});
