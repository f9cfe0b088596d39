import type pg from 'pg';
import sharp from 'sharp';
import type { FileRef } from '@/fields/file/file';
import { keepUpload } from './keepUpload';

/** A drawing without words, in the colours of a race or of a brand. */
export interface Picture {
  readonly key: string;
  readonly kind: 'scene' | 'logo' | 'bike' | 'paper';
  readonly width: number;
  readonly height: number;
  readonly sky: string;
  readonly land: string;
  readonly mark: string;
}

/** Slopes, a sun and a road. */
const scene = ({ width: w, height: h, sky, land, mark }: Picture): string => `
  <rect width="${w}" height="${h}" fill="${sky}"/><circle cx="${w * 0.78}" cy="${h * 0.3}" r="${h * 0.14}" fill="${mark}"/>
  <path d="M0 ${h * 0.72}L${w * 0.3} ${h * 0.38} ${w * 0.55} ${h * 0.7} ${w * 0.75} ${h * 0.5} ${w} ${h * 0.74}V${h}H0z" fill="${land}"/>
  <path d="M${w * 0.2} ${h}Q${w * 0.5} ${h * 0.78} ${w * 0.85} ${h * 0.82}L${w * 0.9} ${h * 0.86}Q${w * 0.6} ${h * 0.84} ${w * 0.42} ${h}z" fill="${mark}" opacity=".8"/>`;
/** A sign on a field of its colour. */
const logo = ({ width: w, height: h, sky, land, mark }: Picture): string => `
  <rect width="${w}" height="${h}" rx="${h * 0.18}" fill="${sky}"/><path d="M${w * 0.2} ${h * 0.7}L${w * 0.5} ${h * 0.25} ${w * 0.8} ${h * 0.7}z" fill="${mark}"/><circle cx="${w * 0.5}" cy="${h * 0.56}" r="${h * 0.1}" fill="${land}"/>`;
/** A bicycle against a wall. */
const bike = ({ width: w, height: h, sky, land, mark }: Picture): string => `
  <rect width="${w}" height="${h}" fill="${sky}"/><rect y="${h * 0.82}" width="${w}" height="${h * 0.18}" fill="${land}"/>
  <g fill="none" stroke="${mark}" stroke-width="${h * 0.025}" stroke-linejoin="round"><circle cx="${w * 0.28}" cy="${h * 0.64}" r="${h * 0.2}"/><circle cx="${w * 0.72}" cy="${h * 0.64}" r="${h * 0.2}"/>
  <path d="M${w * 0.28} ${h * 0.64}L${w * 0.4} ${h * 0.36}H${w * 0.62}L${w * 0.48} ${h * 0.64}zM${w * 0.38} ${h * 0.3}L${w * 0.48} ${h * 0.64}M${w * 0.72} ${h * 0.64}L${w * 0.6} ${h * 0.28}H${w * 0.68}"/></g>`;
/** A sheet with lines of writing and a seal. */
const paper = ({ width: w, height: h, sky, land, mark }: Picture): string => `
  <rect width="${w}" height="${h}" fill="${sky}"/>${[0.2, 0.28, 0.36, 0.44, 0.52].map((y) => `<rect x="${w * 0.14}" y="${h * y}" width="${w * (0.5 + y / 2)}" height="${h * 0.025}" fill="${land}"/>`).join('')}
  <circle cx="${w * 0.72}" cy="${h * 0.78}" r="${h * 0.08}" fill="none" stroke="${mark}" stroke-width="${h * 0.015}"/>`;
const drawings = { scene, logo, bike, paper } as const;

/** Draws pictures and stores them as uploads of an organization; answers, by key, their values in a field of files. */
export const keepPictures = async (
  client: pg.ClientBase,
  organizationid: number,
  pictures: readonly Picture[],
): Promise<ReadonlyMap<string, FileRef>> => {
  const kept = new Map<string, FileRef>();
  for (const picture of pictures) {
    const { key, kind, width, height } = picture;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawings[kind](picture)}</svg>`;
    const data = await sharp(Buffer.from(svg)).webp({ quality: 70 }).toBuffer();
    await keepUpload(client, { uploadid: `demo-${key}.webp`, name: `${key}.webp`, data, width, height, organizationid });
    kept.set(key, { url: `/api/upload/demo-${key}.webp`, name: `${key}.webp`, size: data.length, type: 'image/webp' });
  }
  return kept;
};
