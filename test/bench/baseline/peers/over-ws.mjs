/** A peer over plain `ws`. Each frame is an array: the event's name, its value, and the number of a request. */
import { WebSocketServer } from 'ws';

const FRAME_BYTES = 65_536;
const PING_EVERY_MS = 25_000;
const BAD_FRAME = 4_400;
const FAILED = 1_011;

export function serveChat(http, chat) {
  const rooms = new Map();
  const server = new WebSocketServer({ server: http, maxPayload: FRAME_BYTES });
  const send = (socket, frame) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(frame));
  const enter = async (socket, { token, after }) => {
    const visitor = await chat.enter(token);
    const { conversation } = visitor;
    const room = rooms.get(conversation) ?? new Set();
    rooms.set(conversation, room.add(socket));
    socket.conversation = conversation;
    send(socket, ['welcome', visitor]);
    const events = await chat.missed(conversation, after);
    if (events.length > 0) send(socket, ['events', events]);
    send(socket, ['live']);
  };
  const publishIn = (conversation) => (events) => {
    const text = JSON.stringify(['events', events]);
    for (const each of rooms.get(conversation) ?? []) if (each.readyState === each.OPEN) each.send(text);
  };
  const answerOf = (conversation, name, value) =>
    name === 'message' ? chat.write(conversation, value, publishIn(conversation)) : chat.page(conversation, value);
  server.on('connection', (socket) => {
    socket.isAlive = true;
    socket.on('pong', () => {
      socket.isAlive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      const room = rooms.get(socket.conversation);
      room?.delete(socket);
      if (room?.size === 0) rooms.delete(socket.conversation);
    });
    socket.on('message', async (data) => {
      try {
        const [name, value, request] = JSON.parse(data);
        if (name === 'hello') return await enter(socket, value);
        if (!socket.conversation) return socket.close(BAD_FRAME);
        send(socket, ['answer', await answerOf(socket.conversation, name, value), request]);
      } catch {
        socket.close(FAILED);
      }
    });
  });
  setInterval(() => {
    for (const socket of server.clients) {
      if (!socket.isAlive) socket.terminate();
      socket.isAlive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    }
  }, PING_EVERY_MS);
}
