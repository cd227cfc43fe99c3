import type { ChatClient } from '@service/embed-sdk/core';
import type { Preview } from '@storybook/react-vite';
import { OwnLook } from '../src/own-look';
import '../src/own-look.css';

/** Each story is a chat; `loaders` of the story lead its conversation. */
const preview: Preview = {
  parameters: { layout: 'fullscreen' },
  render: (_args, { loaded }) => <OwnLook client={loaded.client as ChatClient} />,
};

export default preview;
