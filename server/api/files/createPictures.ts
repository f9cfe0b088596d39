import type { Drawings } from './drawings';

/** Pictures by their mark; one that is drawn already, or at this moment, is not drawn again. */
export const createPictures = (drawings: Drawings, mostKept: number) => {
  const pictures = new Map<string, Promise<Buffer>>();
  return (mark: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const known = pictures.get(mark);
    if (known) return known;
    const made = drawings.inTurn(draw);
    pictures.set(mark, made);
    made.catch(() => pictures.delete(mark));
    const oldest = pictures.keys().next().value;
    if (pictures.size > mostKept && oldest !== undefined) pictures.delete(oldest);
    return made;
  };
};
