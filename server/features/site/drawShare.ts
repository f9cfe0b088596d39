import sharp, { type Sharp } from 'sharp';
import { toolsOf } from '../documents/sheet/tools';

/** What the picture of a result says, in the words of its language. */
export interface Shared {
  readonly event: string;
  /** The day and the place of the event. */
  readonly where: string;
  readonly name: string;
  /** The number, the distance and the category. */
  readonly who: string;
  readonly time: string;
  /** Places with what they are of: `General` and `12 de 340`. */
  readonly places: readonly { readonly label: string; readonly place: string }[];
}
/** The size that networks ask for. */
export const shareSize = { width: 1200, height: 630 } as const;
const margin = 64,
  dark = '#14213d',
  usualAccent = '#ff8a5c',
  thousand = 1000;

interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly room: number;
  readonly color: string;
}
/** The colour of an event is the strongest of its cover, bright enough to be read on a dark ground. */
const accentOf = async (cover: Buffer): Promise<string> => {
  const { dominant } = await sharp(cover).stats();
  const strongest = Math.max(dominant.r, dominant.g, dominant.b, 1);
  const parts = [dominant.r, dominant.g, dominant.b].map((part) => Math.round(110 + (145 * part) / strongest));
  return `rgb(${parts.join(',')})`;
};
const ground = async (cover: Buffer | null): Promise<Sharp> =>
  cover
    ? sharp(
        await sharp(cover)
          .resize({ ...shareSize, fit: 'cover' })
          .flatten({ background: dark })
          .toBuffer(),
      )
    : sharp({ create: { ...shareSize, channels: 3, background: dark } });

/** Draws the picture of a result, as PNG. Texts are outlines of the fonts of the documents, so a server needs none installed. */
export const drawShare = async ({ event, where, name, who, time, places }: Shared, cover: Buffer | null): Promise<Buffer> => {
  const { letters } = await toolsOf();
  const accent = cover ? await accentOf(cover) : usualAccent;
  const write = ({ text, x, y, size, room, color }: Line): string => {
    const { path, width } = letters.outlineOf(text);
    const scale = Math.min(size / thousand, room / Math.max(1, width));
    return `<path transform="translate(${x} ${y}) scale(${scale})" fill="${color}" d="${path}"/>`;
  };
  const { width, height } = shareSize,
    room = width - 2 * margin,
    column = room / Math.max(3, places.length);
  const lines: readonly Line[] = [
    { text: event, x: margin, y: 110, size: 46, room, color: accent },
    { text: where, x: margin, y: 158, size: 28, room, color: '#dfe5f2' },
    { text: name, x: margin, y: 280, size: 76, room, color: '#ffffff' },
    { text: who, x: margin, y: 330, size: 30, room, color: '#dfe5f2' },
    { text: time, x: margin, y: 456, size: 104, room, color: '#ffffff' },
    ...places.flatMap(({ label, place }, at) => [
      { text: label, x: margin + at * column, y: 530, size: 24, room: column - 24, color: '#dfe5f2' },
      { text: place, x: margin + at * column, y: 578, size: 40, room: column - 24, color: accent },
    ]),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${dark}" fill-opacity="${cover ? 0.8 : 1}"/><rect width="${width}" height="14" fill="${accent}"/>${lines.map(write).join('')}</svg>`;
  return (await ground(cover))
    .composite([{ input: Buffer.from(svg) }])
    .png({ compressionLevel: 8 })
    .toBuffer();
};
