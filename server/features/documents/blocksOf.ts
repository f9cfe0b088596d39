import { plainText } from '@/fields/richText/plainText';

/** A block of formatted text. */
export interface Block {
  readonly text: string;
  readonly isTitle: boolean;
  readonly bullet?: string;
}

const edges = /(<\/?(?:p|h2|h3|li|ul|ol|blockquote|hr)\b[^>]*>)/;
const linesIn = (html: string): string =>
  html
    .split(/<br\s*\/?>/)
    .map(plainText)
    .join('\n')
    .trim();

/** Formatted text in reading order. No text is left out, not even text outside of every paragraph. */
export const blocksOf = (html: string): readonly Block[] => {
  const blocks: Block[] = [],
    lists: (number | null)[] = [];
  let isTitle = false,
    bullet: string | undefined;
  for (const part of html.split(edges)) {
    const [, isEnd, tag] = /^<(\/?)(\w+)/.exec(part) ?? [];
    if (tag && edges.test(part)) {
      if (tag === 'ol' || tag === 'ul') {
        if (isEnd) lists.pop();
        else lists.push(tag === 'ol' ? Number(/start="?(\d+)/.exec(part)?.[1] ?? 1) : null);
      }
      if (tag === 'li' && !isEnd) {
        const count = lists.at(-1) ?? null;
        bullet = count === null ? '•' : `${count}.`;
        if (count !== null) lists[lists.length - 1] = count + 1;
      }
      isTitle = !isEnd && (tag === 'h2' || tag === 'h3');
      continue;
    }
    const text = linesIn(part);
    if (!text) continue;
    blocks.push({ text, isTitle, ...(bullet && { bullet }) });
    bullet = undefined;
  }
  return blocks;
};
