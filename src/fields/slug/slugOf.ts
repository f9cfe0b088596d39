const wordsOf = (source: unknown): string =>
  typeof source === 'string'
    ? source
    : typeof source === 'object' && source !== null
      ? String((source as { readonly es?: unknown }).es ?? '')
      : '';

/** `Triatlón Monterrey 2026` → `triatlon-monterrey-2026`. */
export const slugOf = (source: unknown): string =>
  wordsOf(source)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 120);
