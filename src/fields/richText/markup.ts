import type { Markup } from '@/schema/field';

/** The single list of what formatted text may contain: the editor offers it, the server keeps it, the browser shows it. */
export const markup = {
  tags: { p: [], br: [], h2: [], h3: [], strong: [], em: [], ul: [], ol: ['start'], li: [], blockquote: [], hr: [], a: ['href'] },
  schemes: ['https', 'http', 'mailto', 'tel'],
} as const satisfies Markup;
