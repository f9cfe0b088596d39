import { fileTypeFromBuffer } from 'file-type';
import type { FileKind } from '@/schema';

const mimes: Readonly<Record<FileKind, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const kinds = new Map(Object.entries(mimes).map(([kind, mime]) => [mime, kind as FileKind]));

/** The media type of a kind of file. */
export const mimeOf = (kind: FileKind): string => mimes[kind];
/** The kind of file of a media type, when it is one that people may upload. */
export const kindOfMime = (mime: string): FileKind | undefined => kinds.get(mime);
/** Whether a kind is a picture, which is drawn anew and shown in pages. */
export const isPicture = (kind: FileKind): boolean => mimes[kind].startsWith('image/');

const blanks = new Set([0x09, 0x0a, 0x0d]),
  firstLetter = 0x20,
  erase = 0x7f;
const isControl = (byte: number): boolean => (byte < firstLetter && !blanks.has(byte)) || byte === erase;
/** A table in text has no signature: it is called .csv, holds no control characters and starts no markup. */
const isTable = (data: Buffer, name: string): boolean => {
  const start = data
    .toString('utf8', 0, 1024)
    .replace(/^\ufeff/, '')
    .trimStart();
  return name.toLowerCase().endsWith('.csv') && !data.some(isControl) && !start.startsWith('<');
};

/** What a file is by its contents, whatever it calls itself; nothing where people may not upload such. */
export const recogniseFile = async (data: Buffer, name: string): Promise<FileKind | undefined> => {
  const sniffed = await fileTypeFromBuffer(data);
  return sniffed ? kindOfMime(sniffed.mime) : isTable(data, name) ? 'csv' : undefined;
};
