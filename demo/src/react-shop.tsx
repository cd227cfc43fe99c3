/**
 * The shop as a React app: the widget by its hook instead of the script tag. The page knows what the visitor looks at and
 * what is in their basket, offers questions that fit, and shows what the chat says of itself.
 */
import { useServiceWidget } from '@service/embed-sdk/react';
import { type ReactElement, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Product {
  readonly name: string;
  readonly what: string;
  readonly price: number;
  readonly question: string;
}

const PRODUCTS: readonly Product[] = [
  { name: 'Fjell', what: 'Hiking boot, waxed leather', price: 219, question: 'How do I waterproof leather boots?' },
  { name: 'Brygge', what: 'Everyday shoe, vegan', price: 129, question: 'Which size should I order?' },
  { name: 'Regn', what: 'Rain jacket, three layers', price: 279, question: 'How do I wash a rain jacket?' },
];
const STATUS = {
  idle: 'Chat: not loaded',
  loading: 'Chat: loading',
  ready: 'Chat: ready',
  blocked: 'Chat: can’t be shown here',
  error: 'Chat: not configured',
} as const;

function Shop({ chatOrigin }: { readonly chatOrigin: string }): ReactElement {
  const [shown, setShown] = useState<Product | null>(null);
  const [basket, setBasket] = useState<readonly string[]>([]);
  const [answered, setAnswered] = useState(0);
  const chat = useServiceWidget({
    inboxId: 'demo',
    baseUrl: chatOrigin,
    colorScheme: 'auto',
    questions: shown ? [shown.question, 'Can I return shoes I wore once?'] : PRODUCTS.map(({ question }) => question),
    user: { customAttributes: { basket: basket.join(', ') || 'empty' } },
    onMessage: ({ role }) => setAnswered((count) => count + (role === 'assistant' ? 1 : 0)),
  });
  const ask = ({ question }: Product): void => {
    chat.open();
    chat.sendMessage(question);
  };
  return (
    <>
      <p className="chat-state" role="status">
        {[
          STATUS[chat.status],
          chat.isOpen && 'open',
          chat.unread > 0 && `${chat.unread} unread`,
          answered > 0 && `${answered} answered`,
          chat.handledBy !== 'agent' && 'a person was asked for',
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {shown ? (
        <section>
          <h1>{shown.name}</h1>
          <p className="price">€{shown.price}</p>
          <p>{shown.what}</p>
          <p>
            <button type="button" className="button" onClick={() => setBasket([...basket, shown.name])}>
              {`Add to basket (${basket.length})`}
            </button>{' '}
            <button type="button" className="button" onClick={() => ask(shown)}>
              Ask: {shown.question}
            </button>
          </p>
          <p>
            <button type="button" className="scheme" onClick={() => setShown(null)}>
              All products
            </button>
          </p>
        </section>
      ) : (
        <section>
          <h1>The shop, in React</h1>
          <ul className="plain-list">
            {PRODUCTS.map((product) => (
              <li key={product.name}>
                <button type="button" className="scheme" onClick={() => setShown(product)}>
                  {product.name}, €{product.price}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const root = document.getElementById('app');
if (root?.dataset.chatOrigin)
  createRoot(root).render(
    <StrictMode>
      <Shop chatOrigin={root.dataset.chatOrigin} />
    </StrictMode>,
  );
