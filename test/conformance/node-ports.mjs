/**
 * The ports of our client core in a Node program: `ws` for sockets, a file for storage, and a clock that can run faster
 * than real time, so that a minute of waiting takes seconds.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { WebSocket } from 'ws';

/** A clock that runs `scale` times as fast as real time, from now on. */
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

/** Random delays, or with `fraction` always that part of the range. Identifiers stay random. */
export function chanceOf(fraction) {
  return {
    fraction: () => fraction ?? Math.random(),
    bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  };
}

/** A socket that reports events also after the core has closed it: the core itself must ignore late ones. */
export function openSocket(url, protocol, events) {
  const socket = new WebSocket(url, protocol);
  socket.on('open', () => events.opened());
  socket.on('message', (data, isBinary) => events.message(isBinary ? data : data.toString()));
  socket.on('close', (code, reason) => events.closed(code, reason.toString()));
  // A close follows each error, and the core gets the close.
  socket.on('error', () => undefined);
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: (code) => socket.close(code),
  };
}

/** A small map in a file. Each save writes a new file and renames it, so that a kill leaves the old or the new map. */
export function fileStorage(path) {
  const map = new Map(Object.entries(readEntries(path)));
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

/** This program is the only tab: no other program holds locks, also none from before a restart. */
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

function readEntries(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
