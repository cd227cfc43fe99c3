/**
 * The document of a chat that draws its own launcher: for the scripts of 0.1.0 and all that are pinned by their hash, which
 * ask for no other.
 */
import './opener/launcher.css';
import { start } from './boot.js';
import { createLauncher } from './opener/launcher.js';

start((panel) =>
  createLauncher(
    document,
    (byKeyboard) => void panel.load().then((ready) => ready.toggle(byKeyboard)),
    () => void panel.load(),
  ),
);
