import type pg from 'pg';
import { localStorage } from '../server/adapters/objectStorage/localStorage';

/** A picture that the demo drew for an organization. */
export interface DrawnUpload {
  readonly uploadid: string;
  readonly name: string;
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly organizationid: number;
  readonly created?: string;
}

/**
 * Stores a drawn picture as an upload, completely or not at all: the demo fills everything in one transaction, so its bytes are in the
 * database too.
 */
export const keepUpload = async (
  client: pg.ClientBase,
  { uploadid, name, data, width, height, organizationid, created = new Date().toISOString() }: DrawnUpload,
): Promise<void> => {
  const storage = localStorage(client),
    mime = 'image/webp';
  await storage.put({ key: uploadid, mime, data });
  await client.query(
    'insert into uploads (uploadid, mime, name, bytes, storage, width, height, organizationid, created) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [uploadid, mime, name, data.length, storage.name, width, height, organizationid, created],
  );
};
