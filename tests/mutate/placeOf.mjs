const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const closing = new Set([')', ']', '}']);

/**
 * A pattern that finds a piece of code however it is laid out: between two words or signs there may be any space, and a comma before what
 * closes a list.
 *
 * The space at its edges belongs to the code around it and is not part of the match.
 */
export const placeOf = (piece) => {
  const tokens = piece.match(/[\w$]+|[^\s\w$]/g) ?? [];
  const parts = tokens.map((token, at) => {
    const before = tokens[at - 1];
    if (before === undefined) return escaped(token);
    if (token === ',' && closing.has(tokens[at + 1])) return '';
    return `\\s*${closing.has(token) ? ',?\\s*' : ''}${escaped(token)}`;
  });
  return new RegExp(parts.join(''), 'g');
};
