/** The console: the page where people answer. Everything it does is an append to a conversation's log, over the desk's API. */
import { render } from 'preact';
import { App } from './app.js';
import './console.css';

const place = document.getElementById('console');
if (place) render(<App />, place);
