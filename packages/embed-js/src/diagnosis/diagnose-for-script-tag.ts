/** The diagnosis for the script tag: a file of its own, that brings along what it needs. */
import { isHello } from '../frame/handshake.js';
import { VERSION } from '../version.js';
import { type Diagnose, diagnosePage } from './diagnose.js';
import { frameFor } from './frame-for.js';

export const diagnose = (scriptUrl: (baseUrl: string) => string): Diagnose =>
  diagnosePage.bind(null, { scriptUrl, version: VERSION, frameFor, isHello });
