/**
 * The outside world of our client core when it is a program of its own: `ws` for sockets, a file for storage, and a clock
 * that may run faster than ours, so that a minute of waiting costs seconds.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { WebSocket } from 'ws';

/** Time that passes `scale` times as fast, from now on. */
export function fastClock(scale) {
  const wall = Date.now();
  const begun = performance.now();
  return {
    now: () => wall + (performance.now() - begun) * scale,
    after(ms, run) {
      const id = setTimeout(run, ms / scale);
      return () => clearTimeout(id);
    },
  };
}

/** Chance, or with `fraction` always that part of the range. Identifiers stay random. */
export function chanceOf(fraction) {
  return {
    fraction: () => fraction ?? Math.random(),
    bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  };
}

/** A socket that still reports what comes after it was given up: the core must know by itself what is too late. */
export function openSocket(url, protocol, events) {
  const socket = new WebSocket(url, protocol);
  socket.on('open', () => events.opened());
  socket.on('message', (data, isBinary) => events.message(isBinary ? data : data.toString()));
  socket.on('close', (code, reason) => events.closed(code, reason.toString()));
  // An error is always followed by a close, which is what the core hears of.
  socket.on('error', () => undefined);
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: (code) => socket.close(code),
  };
}

/** A small map in a file. Written whole and put in place at once, so that a kill leaves the old or the new one. */
export function fileKeeper(path) {
  const map = new Map(Object.entries(keptAt(path)));
  const save = () => {
    writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(map)));
    renameSync(`${path}.new`, path);
  };
  return {
    durable: true,
    get: (key) => map.get(key) ?? null,
    set(key, value) {
      map.set(key, value);
      save();
      return true;
    },
    remove(key) {
      if (map.delete(key)) save();
    },
    keys: (prefix) => [...map.keys()].filter((key) => key.startsWith(prefix)),
    // No other program writes to the file.
    watch: () => () => undefined,
  };
}

/** This program is the only tab there is: whoever held something before is gone. */
export function onlyTab() {
  const present = new Set();
  return {
    alone: (_name, work) => work(),
    present(name) {
      present.add(name);
      return () => void present.delete(name);
    },
    held: async () => present,
  };
}

function keptAt(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
