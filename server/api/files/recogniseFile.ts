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
/** The kind of file of a media type, if people may upload it. */
export const kindOfMime = (mime: string): FileKind | undefined => kinds.get(mime);
/** Whether a kind is a picture, which is re-encoded and shown in pages. */
export const isPicture = (kind: FileKind): boolean => mimes[kind].startsWith('image/');

const blanks = new Set([0x09, 0x0a, 0x0d]),
  firstLetter = 0x20,
  erase = 0x7f;
const isControl = (byte: number): boolean => (byte < firstLetter && !blanks.has(byte)) || byte === erase;
/** A table in text has no signature: its name ends in .csv, it has no control characters and does not start with markup. */
const isTable = (data: Buffer, name: string): boolean => {
  const start = data
    .toString('utf8', 0, 1024)
    .replace(/^\ufeff/, '')
    .trimStart();
  return name.toLowerCase().endsWith('.csv') && !data.some(isControl) && !start.startsWith('<');
};

/** The kind of a file according to its contents, not its name; nothing for kinds that people may not upload. */
export const recogniseFile = async (data: Buffer, name: string): Promise<FileKind | undefined> => {
  const sniffed = await fileTypeFromBuffer(data);
  return sniffed ? kindOfMime(sniffed.mime) : isTable(data, name) ? 'csv' : undefined;
};
