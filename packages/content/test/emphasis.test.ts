/** Emphasis beside punctuation, where no space is between words or the punctuation has its space in itself. */
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../src/markdown.js';
import { type ContentNode, textOf } from '../src/tree.js';

const emphasized = (nodes: readonly ContentNode[]): readonly string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'element' && ['strong', 'em', 's'].includes(node.tag)) return [textOf(node.children)];
    return 'children' in node ? emphasized(node.children) : [];
  });

describe('emphasis', () => {
  it.each([
    ['これは**「重要」**です。', ['「重要」']],
    ['**価格：**は100円です。', ['価格：']],
    ['这是**“重点”**内容。', ['“重点”']],
    ['請**（必須）**填寫', ['（必須）']],
    ['税込*100円！*より', ['100円！']],
    ['全品**50%**オフ', ['50%']],
    ['完成**✅注意**です', ['✅注意']],
    ['~~（旧）~~新', ['（旧）']],
    ['𠮷野家は**「安い」**と', ['「安い」']],
    ['**https://shop.example/**をご覧', ['https://shop.example/']],
    ['이것은 **"중요"**합니다', ['"중요"']],
    ['นี่คือ**"สำคัญ"**มาก', ['"สำคัญ"']],
    ['ນີ້**(ສຳຄັນ)**ຫຼາຍ', ['(ສຳຄັນ)']],
    ['ה**"חשוב"** הזה', ['"חשוב"']],
    ['و**«مهم»** جدا', ['«مهم»']],
    ['- **注意：**冷蔵\n- **「要冷蔵」**品', ['注意：', '「要冷蔵」']],
  ])('%s', (text, words) => {
    const nodes = parseMarkdown(text);
    expect(emphasized(nodes)).toEqual(words);
    expect(textOf(nodes)).not.toContain('*');
  });

  it.each(['2 * 3 * 4', 'a ** b ** c', '2*3*4 = 24', '**', '資料_2024_最終', '大小**', '** 大**', 'word**"x"**word'])(
    'is not begun where the standard and no script needs it: %s',
    (text) => expect(emphasized(parseMarkdown(text))).toEqual([]),
  );
});
