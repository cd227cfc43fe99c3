/** A page rendered on the server, with a chat of its own look in it. */
import { Letters } from './letters';

export default function Page() {
  return (
    <main>
      <h1>A shop</h1>
      <Letters />
    </main>
  );
}
