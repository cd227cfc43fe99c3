import { Help } from './help';

export default function Page() {
  return (
    <main>
      <h1>A page with a chat</h1>
      <Help />
    </main>
  );
}
