import { seedOf } from './random';

const chapter = 51,
  letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
  folioLength = 8,
  half = 20,
  mask = (1 << half) - 1;

/** Eight letters that are unique for each number: a reversible permutation of 40 bits. */
export const folioOf = (number: number): string => {
  let left = Math.floor(number / (mask + 1)) & mask,
    right = number & mask;
  for (let round = 1; round <= 4; round += 1) [left, right] = [right, left ^ (seedOf(chapter, round, right) & mask)];
  let rest = left * (mask + 1) + right;
  return Array.from({ length: folioLength }, () => {
    const letter = letters.charAt(rest % letters.length);
    rest = Math.floor(rest / letters.length);
    return letter;
  }).join('');
};
