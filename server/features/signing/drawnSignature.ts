import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { localStorage } from '../../adapters/objectStorage/localStorage';
import type { Drawings } from '../../api/files/drawings';
import { uploads } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const u = columnsOf(uploads);
const head = 'data:image/png;base64,',
  longest = 400_000,
  mostPixels = 4_000_000,
  width = 900,
  height = 360,
  idBytes = 18;

/** A signature that was drawn, as a small picture on white; null when it is no picture, or nothing is on it. */
export const readDrawing = async (sent: string, drawings: Drawings): Promise<Buffer | null> => {
  if (!sent.startsWith(head) || sent.length > longest) return null;
  const data = Buffer.from(sent.slice(head.length), 'base64');
  return drawings.inTurn(async () => {
    try {
      const drawn = await sharp(data, { limitInputPixels: mostPixels, failOn: 'error' })
        .flatten({ background: '#fff' })
        .resize({ width, height, fit: 'inside', withoutEnlargement: true })
        .greyscale()
        .png()
        .toBuffer();
      const { channels } = await sharp(drawn).stats();
      return channels.some(({ min, max }) => max - min > 0) ? drawn : null;
    } catch {
      return null;
    }
  });
};

/**
 * Stores a drawn signature in the open transaction and answers its address.
 *
 * It is always in the database, like documents: a bucket cannot roll back, and the printed waiver shows it.
 */
export const keepDrawing = async (tx: Transaction, data: Buffer, organizationid: number): Promise<string> => {
  const id = `${randomBytes(idBytes).toString('base64url')}.png`;
  await localStorage(tx.client).put({ key: id, mime: 'image/png', data });
  await execute(
    tx,
    sql`insert into ${u} (${u.uploadid}, ${u.mime}, ${u.name}, ${u.bytes}, ${u.storage}, ${u.organizationid})
        values (${id}, 'image/png', 'signature.png', ${data.length}, 'local', ${organizationid})`,
  );
  return `/api/upload/${id}`;
};
