/** The account page: who is logged in, and that the chat is told so, and told when they leave. */
// What the page asks of the chat before its script has come is kept, and done in order.
const NAMES = ['open', 'on', 'off', 'registerTool', 'identify', 'logout'];
const early = { q: [] };
for (const name of NAMES) early[name] = (...args) => void early.q.push([name, args]);
window.ServiceWidget ??= early;

const post = async (path, body) =>
  fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}) });
const ask = async (path) => (await post(path)).json();

/** What the chat calls whenever it needs to know who this is: 401 means that nobody is logged in. */
async function chatToken({ nonce }) {
  const answer = await post('/chat-token', { nonce });
  if (answer.status === 401) return null;
  if (!answer.ok) throw new Error(`The shop answered ${answer.status}.`);
  return (await answer.json()).token;
}

function show({ name }) {
  document.querySelector('[data-name]').textContent = name ?? 'Nobody is signed in';
  for (const button of document.querySelectorAll('[data-sign-in]')) button.hidden = name !== null;
  document.querySelector('[data-sign-out]').hidden = name === null;
  if (name !== null) window.ServiceWidget.identify(chatToken);
}

addEventListener('DOMContentLoaded', async () => {
  for (const button of document.querySelectorAll('[data-sign-in]'))
    button.addEventListener('click', async () => show(await ask(`/sign-in/${button.dataset.signIn}`)));
  document.querySelector('[data-sign-out]').addEventListener('click', async () => {
    window.ServiceWidget.logout();
    show(await ask('/sign-out'));
  });
  show(await ask('/account'));
});
