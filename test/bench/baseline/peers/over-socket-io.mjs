/** A peer over socket.io, with its recovery of connections and an acknowledgement for each message. */
import { Server } from 'socket.io';

const RECOVERED_MS = 120_000;
const FRAME_BYTES = 65_536;

export function serveChat(http, chat) {
  const io = new Server(http, {
    transports: ['websocket'],
    connectionStateRecovery: { maxDisconnectionDuration: RECOVERED_MS },
    maxHttpBufferSize: FRAME_BYTES,
  });
  io.use(async (socket, next) => {
    try {
      socket.data.visitor = await chat.enter(socket.handshake.auth.token);
      next();
    } catch (error) {
      next(error);
    }
  });
  io.on('connection', async (socket) => {
    const { visitor } = socket.data;
    const { conversation } = visitor;
    const publish = (events) => io.to(conversation).emit('events', events);
    // Listen before the first wait, or what the visitor sends meanwhile has no listener.
    socket.on('message', (message, answer) =>
      chat.write(conversation, message, publish).then(answer, () => answer({ error: 'store' })),
    );
    socket.on('history', (before, answer) => chat.page(conversation, before).then(answer, () => answer([])));
    socket.join(conversation);
    socket.emit('welcome', visitor);
    if (!socket.recovered) {
      const events = await chat.missed(conversation, socket.handshake.auth.after);
      if (events.length > 0) socket.emit('events', events);
    }
    socket.emit('live');
  });
}
