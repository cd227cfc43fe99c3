/** The shop's pages. Each contains the chat's tag once; the two React pages start the chat themselves. */
import { articles } from './articles.mjs';
import { heroPicture, productPicture } from './pictures.mjs';

const PRODUCTS = [
  { name: 'Fjell', what: 'Hiking boot, waxed leather', price: 219, shape: 'boot', tone: 1 },
  { name: 'Brygge', what: 'Everyday shoe, vegan', price: 129, shape: 'shoe', tone: 2 },
  { name: 'Regn', what: 'Rain jacket, three layers', price: 279, shape: 'jacket', tone: 3 },
  { name: 'Skog', what: 'Forest shoe, nubuck', price: 159, shape: 'shoe', tone: 4 },
  { name: 'Last', what: 'Day pack, 22 litres', price: 119, shape: 'pack', tone: 5 },
  { name: 'Lyng', what: 'Trail shoe, vegan', price: 149, shape: 'shoe', tone: 6 },
];
const SIZES = [37, 38, 39, 40, 41, 42, 43, 44, 45, 46];

const layout = (title, main, head) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Havn &amp; Hei</title>
<link rel="icon" href="/mark.svg">
<link rel="stylesheet" href="/shop.css">
<link rel="stylesheet" href="/shop-pages.css">
<script src="/shop.js"></script>
<script type="module" src="/shop-tools.js"></script>
${head}
</head>
<body>
<header class="top">
<a class="brand" href="/index.html">Havn <i>&amp;</i> Hei</a>
<nav aria-label="Main"><a href="/index.html#new">Shop</a><a href="/help.html">Help</a><a href="/account.html">Account</a><a href="/react.html">React</a><a href="/correspondence.html">Headless</a></nav>
<button type="button" class="scheme" aria-label="Light or dark">◐</button>
<span class="cart" aria-live="polite">Basket <b data-cart>0</b> <i data-coupon></i></span>
</header>
<main>${main}</main>
<footer><p>Havn &amp; Hei, Magasinsgatan 12, Gothenburg. Made for weather.</p><nav aria-label="Footer"><a href="/help.html">Help</a><a href="/privacy.html">Privacy</a><a href="/plain.html">The plainest page</a></nav></footer>
</body>
</html>
`;

const card = (p) =>
  `<a class="card" href="/product.html#${p.name.toLowerCase()}">${productPicture(p.shape, p.tone)}<h3>${p.name}</h3><p>${p.what}</p><p class="price">€${p.price}</p></a>`;

const homePage = () =>
  `<section class="hero">${heroPicture}<div><p class="eyebrow">Autumn in the north</p><h1>Made for the days when others stay in.</h1><p>Shoes, jackets and packs from Gothenburg. Repaired for as long as you wear them.</p><a class="button" href="#new">See what’s new</a></div></section>
<section id="new"><h2>New this season</h2><div class="grid">${PRODUCTS.map(card).join('')}</div></section>
<section class="promises"><div><h3>30 days to decide</h3><p>Try them on at home. Returns are free from five countries.</p></div><div><h3>Free from €80</h3><p>Ordered before 14:00, on its way the same day.</p></div><div><h3>Repaired, not replaced</h3><p>New soles, new zips, for everything we ever sold.</p></div></section>`;

const productPage = (product) =>
  `<section class="product"><div class="stage">${productPicture(product.shape, product.tone)}</div><div><p class="eyebrow">Hiking boots</p><h1>${product.name}</h1><p class="price">€${product.price}</p><p>Waxed leather from Sweden, a sole that can be replaced, and room for a warm sock. In three widths.</p><fieldset class="sizes"><legend>European size</legend>${SIZES.map((size) => `<label><input type="radio" name="size" value="${size}"${size === 42 ? ' checked' : ''}><span>${size}</span></label>`).join('')}</fieldset><button type="button" class="button" data-add>Add to basket</button><p class="small"><a href="/help.html#sizes">Which size is mine?</a> · <a href="/help.html#returns">30 days to return</a></p></div></section>
<section><h2>Goes well with it</h2><div class="grid three">${PRODUCTS.slice(2, 5).map(card).join('')}</div></section>`;

const helpPage = (articles) =>
  `<div class="help"><nav aria-label="Articles"><h2>Help</h2>${articles.map(({ id, title }) => `<a href="#${id}">${title}</a>`).join('')}</nav><div>${articles.map(({ id, title, html }) => `<article id="${id}"><h2>${title}</h2>${html}</article>`).join('')}</div></div>`;

const PRIVACY = `<article class="text"><h1>Privacy</h1><p>This is a demonstration shop: nothing can be bought here, and the basket lives in your browser only.</p><h2>The chat</h2><p>What you write in the chat is stored by the shop’s own chat server so that it can be answered, also after a reload. It is answered by an assistant from our help articles, and by people when you ask for one.</p></article>`;

const ACCOUNT =
  '<article class="text"><h1>Your account</h1><p>Signed in: <strong data-name>…</strong></p><p><button type="button" class="button" data-sign-in="kim" hidden>Sign in as Kim</button> <button type="button" class="button" data-sign-in="lee" hidden>Sign in as Lee</button> <button type="button" class="button" data-sign-out hidden>Sign out</button></p><p class="small">The shop’s server signs who is logged in, and the chat goes on where this customer was, on every device. After signing out nothing of them is left in this browser.</p></article>';

const NOT_FOUND =
  '<article class="text"><h1>There is nothing here</h1><p><a href="/index.html">Back to the shop</a></p></article>';

const plainPage = (chatOrigin) =>
  `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>The plainest page</title>\n<h1>The plainest page</h1>\n<p>One tag, and nothing else.</p>\n<script async src="${chatOrigin}/embed/v1/demo.js"></script>\n</html>\n`;

/** Path → HTML. */
export function pages(chatOrigin) {
  const tag = `<script async src="${chatOrigin}/embed/v1/demo.js" data-color-scheme="auto"></script>`;
  const page = (title, main, head = tag) => layout(title, main, head);
  const [fjell] = PRODUCTS;
  return new Map([
    ['/index.html', page('Shoes and jackets for weather', homePage())],
    ['/product.html', page(fjell.name, productPage(fjell))],
    ['/help.html', page('Help', helpPage(articles()))],
    ['/privacy.html', page('Privacy', PRIVACY)],
    ['/account.html', page('Your account', ACCOUNT, `<script src="/account.js"></script>\n${tag}`)],
    ['/404.html', page('Not found', NOT_FOUND)],
    [
      '/react.html',
      page(
        'The shop in React',
        `<section id="app" data-chat-origin="${chatOrigin}"></section>`,
        '<script type="module" src="/react-shop.js"></script>',
      ),
    ],
    [
      '/correspondence.html',
      page(
        'A correspondence',
        `<div id="app" data-chat-origin="${chatOrigin}"></div>`,
        '<link rel="stylesheet" href="/correspondence.css">\n<script type="module" src="/correspondence.js"></script>',
      ),
    ],
    ['/plain.html', plainPage(chatOrigin)],
  ]);
}
