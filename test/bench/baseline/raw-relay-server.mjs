/**
 * The ceiling that sockets set: `ws` and nothing else. Sockets that name the same pair hear each other; a message goes to
 * both ends of its pair, to the sender as its acknowledgement. Prints its port when it listens.
 */
import { WebSocketServer } from 'ws';

const pairs = new Map();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false }, () => {
  console.log(server.address().port);
});
server.on('connection', (socket, { url }) => {
  const pair = pairs.get(url) ?? [];
  pairs.set(url, pair);
  pair.push(socket);
  socket.on('message', (data) => {
    const text = data.toString();
    for (const end of pair) end.send(text);
  });
});
