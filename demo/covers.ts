import type pg from 'pg';
import sharp from 'sharp';
import { iso } from './calendar';
import { keepUpload } from './keepUpload';
import type { Race } from './races';

const width = 1200,
  height = 500;
/** Sky, far hills, near hills and sun or moon of each sport. */
const scenes: Partial<Record<Race['sport'], readonly [string, string, string, string]>> = {
  running: ['#fde2c8', '#e9a178', '#14213d', '#e4572e'],
  trail: ['#dcebdc', '#7fa78a', '#23452f', '#f2b134'],
  triathlon: ['#cfe8f5', '#5aa7cf', '#12406b', '#f2b134'],
  duathlon: ['#f6e7c1', '#d3a047', '#5b3a10', '#e4572e'],
  aquathlon: ['#d3f0ee', '#55b5ad', '#0f4f52', '#f7d154'],
  cycling: ['#ece4f7', '#9f86c9', '#372463', '#f2b134'],
  swimming: ['#d6e6fb', '#5b8fd6', '#16387a', '#ffffff'],
  obstacle: ['#f3d9d0', '#b9654a', '#3d1c12', '#f2b134'],
  walk: ['#e7f2d5', '#9cbf6b', '#36511b', '#e4572e'],
};
const plain = ['#e6e9f2', '#8d99bd', '#14213d', '#e4572e'] as const;

/** A ridge across the picture; the seed decides where its tops are. */
const ridge = (seed: number, top: number, swing: number): string => {
  const points = Array.from(
    { length: 7 },
    (_, at) => `${at * 200},${Math.round(top + swing * Math.sin(seed * 1.7 + at * (1.1 + (seed % 3) * 0.3)))}`,
  );
  return `0,${height} ${points.join(' ')} ${width},${height}`;
};
const draw = ({ sport, stateid }: Race): string => {
  const [sky, far, near, sun] = scenes[sport] ?? plain;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${sky}"/><circle cx="${220 + ((stateid * 67) % 760)}" cy="150" r="72" fill="${sun}"/>
    <polygon points="${ridge(stateid, 280, 60)}" fill="${far}"/><polygon points="${ridge(stateid + 5, 370, 45)}" fill="${near}"/></svg>`;
};

/** The storage key of the cover of a race. */
const fileOf = ({ slug }: Race): string => `demo-${slug}.webp`;
/** The address of the cover of a race. */
export const coverOf = (race: Race): string => `/api/upload/${fileOf(race)}`;

/** Draws and stores one cover for each race, which all of its editions share. */
export const insertCovers = async (client: pg.ClientBase, races: readonly Race[], created: number): Promise<void> => {
  for (const race of races) {
    const data = await sharp(Buffer.from(draw(race)))
      .webp({ quality: 70 })
      .toBuffer();
    await keepUpload(client, {
      uploadid: fileOf(race),
      name: fileOf(race),
      data,
      width,
      height,
      organizationid: race.organizationid,
      created: iso(created),
    });
  }
};
