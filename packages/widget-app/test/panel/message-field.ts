/** The field for messages, found as a visitor finds it. */
import { fireEvent, screen } from '@testing-library/preact';

export const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;
export const type = (text: string): void => void fireEvent.input(field(), { target: { value: text } });
