/**
 * Makes the booklet of the Fjell boot, a PDF of two pages. The PDF is committed like every other article, so run
 * `node demo/shop/make-booklet.mjs` after a change.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FILE = new URL('../inboxes/demo/knowledge/fjell-booklet.pdf', import.meta.url);
const TITLE = 'Fjell: the booklet in the box';
/** Size of letters, space above, and text; `-` begins an item. */
const PAGES = [
  [
    [22, 0, TITLE],
    [11, 26, 'Fjell is a hiking boot of waxed leather with a sole of natural rubber. One boot in size 42'],
    [11, 0, 'weighs 640 grams. Keep this booklet: it is also your proof of purchase.'],
    [15, 28, 'Breaking them in'],
    [11, 18, 'Wear the boots at home for an hour a day in the first week. Lace them loosely over the'],
    [11, 0, 'instep and firmly at the ankle. The leather takes the shape of your foot within 40 hours.'],
    [15, 28, 'When to have them resoled'],
    [11, 18, 'Have a new sole put on when the tread is less than 2 mm deep, for most people after 1,000 to'],
    [11, 0, '1,200 km. Come before the midsole shows: after that a boot can be resoled only once more.'],
    [11, 0, 'A pair can be resoled three times.'],
  ],
  [
    [15, 0, 'Storing them over the summer'],
    [11, 18, 'Clean and wax the boots, take the insoles out, and fill them with paper. Store them dry and dark'],
    [11, 0, 'at 10 to 20 degrees, never in a plastic bag or in the car, where the glue gets too warm.'],
    [15, 28, 'Crampons and snow'],
    [11, 18, 'Fjell takes crampons with straps, category C1. It isn’t stiff enough for crampons with a front'],
    [11, 0, 'bail. In deep snow wear gaiters; the lowest hook of the lacing is made for theirs.'],
    [15, 28, 'What is in the box'],
    [11, 18, '• A pair of boots and a pair of felt insoles'],
    [11, 4, '• Spare laces of 150 cm'],
    [11, 4, '• A tin of leather wax, 30 ml'],
  ],
];
const LEFT = 56;
const TOP = 780;
/** In heights of the letters. */
const LEADING = 1.35;

export function booklet() {
  const objects = [];
  const add = (body) => objects.push(body);
  const text = (value) => `(${value.replace(/[\\()]/g, '\\$&')})`;
  add('<< /Type /Catalog /Pages 2 0 R /Lang (en) >>');
  add(`<< /Type /Pages /Kids [${PAGES.map((_, i) => `${5 + 2 * i} 0 R`).join(' ')}] /Count ${PAGES.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  add(`<< /Title ${text(TITLE)} /Author (Havn & Hei) >>`);
  PAGES.forEach((lines, i) => {
    let y = TOP;
    const shown = lines.map(([size, above, line]) => {
      y -= above + size * LEADING;
      return `BT /F1 ${size} Tf ${LEFT} ${y.toFixed(1)} Td ${text(line)} Tj ET`;
    });
    const content = shown.join('\n');
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + 2 * i} 0 R >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  });
  let pdf = '%PDF-1.4\n';
  const places = objects.map((body, i) => {
    const place = pdf.length;
    pdf += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const place of places) pdf += `${String(place).padStart(10, '0')} 00000 n \n`;
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return winAnsi(pdf);
}

/** One byte per letter, or the offsets above would be wrong. */
function winAnsi(text) {
  const special = { '’': 0x92, '•': 0x95 };
  return Uint8Array.from(text, (letter) => special[letter] ?? letter.charCodeAt(0));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(FILE, booklet());
  console.log(`Written: ${fileURLToPath(FILE)}`);
}
