// @vitest-environment happy-dom
/** @jsxImportSource react */
/** The hook on a server, and hydration. */
import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { Chat, server, settle } from './chat-app.js';

describe('server rendering', () => {
  it('renders an idle chat, and hydrates without a warning', async () => {
    const page = document.createElement('div');
    page.innerHTML = renderToString(<Chat />);
    expect(page.querySelector('output')?.textContent).toBe('idle');
    await server.settled();
    expect(server.connectionsEver).toBe(0);
    const warnings = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    document.body.append(page);
    const { unmount } = render(<Chat />, { container: page, hydrate: true });
    await settle();
    expect(page.querySelector('output')?.textContent).toBe('connected');
    expect(warnings).not.toHaveBeenCalled();
    warnings.mockRestore();
    unmount();
    page.remove();
  });
});
