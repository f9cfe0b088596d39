/** The registers that the tax office counts with: the value of a letter is its place. */
const alphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';
const shape = /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{2}[A\d]$/;
const length = 13,
  base = 11,
  centuries = [1900, 2000] as const;
/** Codes that the tax office publishes for the public and for people from abroad. They belong to nobody. */
export const generalRfcs: readonly string[] = ['XAXX010101000', 'XEXX010101000'];

const isDay = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = [0, 2, 4].map((from) => Number(text.slice(from, from + 2)));
  return centuries.some((century) => {
    const date = new Date(Date.UTC(century + year, month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  });
};
const isWhole = (code: string): boolean => {
  const sum = Array.from(code.padStart(length, ' ').slice(0, -1)).reduce(
    (total, letter, at) => total + alphabet.indexOf(letter) * (length - at),
    0,
  );
  const digit = (base - (sum % base)) % base;
  return code.at(-1) === (digit === base - 1 ? 'A' : String(digit));
};

/** Whether a text is a tax number of Mexico: its format, its date and its check digit. */
export const isRfc = (code: string): boolean =>
  generalRfcs.includes(code) || (shape.test(code) && isDay(code.slice(-9, -3)) && isWhole(code));
/** Companies have a tax number of twelve characters, people one of thirteen. */
export const taxpayerOf = (rfc: string): 'company' | 'person' => (rfc.length < length ? 'company' : 'person');
