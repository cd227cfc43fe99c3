/** The console, where people answer visitors. Every action appends to a conversation's log through the inbox API. */
import { setTextOnElements } from '@service/content';
import { options, render } from 'preact';
import { App } from './app.js';
import './styles/base.css';
import './styles/layout.css';
import './styles/conversations/list.css';
import './styles/bar.css';
import './styles/conversations/transcript.css';
import './styles/conversations/visitor.css';
import './styles/conversations/block.css';
import './styles/conversations/reply.css';
import './styles/profile.css';
import './styles/team.css';
import './styles/account.css';
import './styles/teams.css';
import './styles/setup/agents.css';
import './styles/setup/progress.css';
import './styles/setup/inboxes.css';
import './styles/setup/knowledge.css';
import './styles/setup/ai-agents.css';

setTextOnElements(options);
const root = document.getElementById('console');
if (root) render(<App />, root);
