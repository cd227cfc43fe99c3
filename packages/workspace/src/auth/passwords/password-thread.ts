/** The thread that hashes passwords, one after the other. The threads that serve go first. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashOfPassword, isPassword } from './hash-password.js';

/** `hash` null: make one. */
export interface Question {
  readonly password: string;
  readonly hash: string | null;
}

export type Answer = string | boolean;

/** What the thread is started with. */
export interface ThreadSettings {
  readonly cost: number;
}

/** A `nice` value: about a third of the main thread's share when both are busy. With less, people would wait for seconds to sign in. */
const PRIORITY = 5;

const port = parentPort;
if (!port) throw new Error('This file runs as a thread.');

// Only Linux applies the priority to the thread; elsewhere it would apply to the whole server.
if (process.platform === 'linux') {
  try {
    setPriority(PRIORITY);
  } catch {
    // Not permitted: run with the same priority.
  }
}

const { cost } = workerData as ThreadSettings;
port.on('message', ({ password, hash }: Question) => {
  const answer: Answer = hash === null ? hashOfPassword(password, cost) : isPassword(password, hash, cost);
  port.postMessage(answer);
});
