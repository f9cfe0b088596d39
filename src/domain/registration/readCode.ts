/** What a scanned or typed text can be. */
export type CodeKind = 'qr' | 'folio' | 'number' | 'curp' | 'email' | 'name' | 'other';

/** One way to read a text. */
export interface Reading {
  readonly kind: CodeKind;
  /** The text as it is stored: folios and CURP in capitals, e-mails in small letters. */
  readonly value: string;
  /** Of a number: the letters in front of the figures, if any. */
  readonly prefix?: string;
  readonly number?: number;
}

const token = /^[A-Za-z0-9_-]{22}$/,
  folio = /^[A-HJ-NP-Z2-9]{8}$/,
  curp = /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d$/,
  email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  plainNumber = /^#?(\d{1,6})$/,
  prefixed = /^([A-Z0-9-]{0,5}[A-Z-])(\d{1,6})$/,
  name = /^\p{L}[\p{L}\p{M}\s.'’-]*$/u;

/** Scanners type as on an American keyboard: where the computer has a Spanish one, `-` arrives as `'` and `_` as `?`. */
const onSpanishKeyboard = (text: string): string => text.replaceAll("'", '-').replaceAll('?', '_');

const qrOf = (text: string): readonly Reading[] => {
  const value = token.test(text) ? text : onSpanishKeyboard(text);
  return token.test(value) ? [{ kind: 'qr', value }] : [];
};
const numberOf = (text: string): readonly Reading[] => {
  const [, digits] = plainNumber.exec(text) ?? [];
  if (digits !== undefined) return [{ kind: 'number', value: digits, number: Number(digits) }];
  const [, prefix, figures] = prefixed.exec(onSpanishKeyboard(text)) ?? [];
  return prefix === undefined ? [] : [{ kind: 'number', value: `${prefix}${figures}`, prefix, number: Number(figures) }];
};

/**
 * What a text is, the likeliest first: the QR code of a proof, a folio, a number with or without its prefix, a CURP, an e-mail or a name.
 *
 * Some texts are two things: FERNANDA can be a folio, and A234567 a number. Empty for an empty text.
 */
export const readCode = (text: string): readonly Reading[] => {
  const trimmed = text.trim(),
    capital = trimmed.toUpperCase();
  if (trimmed === '') return [];
  const readings: readonly Reading[] = [
    ...(curp.test(capital) ? [{ kind: 'curp', value: capital } as const] : []),
    ...(email.test(trimmed) ? [{ kind: 'email', value: trimmed.toLowerCase() } as const] : []),
    ...qrOf(trimmed),
    ...(folio.test(capital) ? [{ kind: 'folio', value: capital } as const] : []),
    ...numberOf(capital),
    ...(name.test(trimmed) ? [{ kind: 'name', value: trimmed.replace(/\s+/g, ' ') } as const] : []),
  ];
  return readings.length > 0 ? readings : [{ kind: 'other', value: trimmed }];
};
