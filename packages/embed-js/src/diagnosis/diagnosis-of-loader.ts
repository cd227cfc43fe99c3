/** The diagnosis of the script tag: a file by itself, that brings along what it works with. */

import { isHello } from '../handshake.js';
import { VERSION } from '../version.js';
import { type Diagnose, diagnosePage } from './diagnose.js';
import { frameFor } from './frame-for.js';

export const diagnose = (scriptUrl: (baseUrl: string) => string): Diagnose =>
  diagnosePage.bind(null, { scriptUrl, version: VERSION, frameFor, isHello });
