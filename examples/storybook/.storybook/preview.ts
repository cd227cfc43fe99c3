import type { Preview } from '@storybook/react-vite';
import '../src/own-look.css';

const preview: Preview = { parameters: { layout: 'fullscreen' } };

export default preview;
