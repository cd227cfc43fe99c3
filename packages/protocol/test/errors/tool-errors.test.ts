import { describe, expect, it } from 'vitest';
import { TOOL_ERRORS, toolError } from '../../src/errors/tool-errors.js';

describe('errors of calls', () => {
  it('never call a timeout a failure', () => {
    expect(TOOL_ERRORS.execution_timeout.outcome).toBe('unknown');
    expect(TOOL_ERRORS.client_gone.outcome).toBe('unknown');
  });

  it('what may have been carried out may not be retried', () => {
    for (const code of Object.keys(TOOL_ERRORS) as (keyof typeof TOOL_ERRORS)[])
      if (TOOL_ERRORS[code].outcome !== 'not_started') expect(toolError(code).retryable, code).toBe(false);
  });
});
