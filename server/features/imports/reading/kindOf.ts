import { DomainError } from '../../../kernel/DomainError';
import type { Source } from './Source';

/** The kind of a file according to its contents: text in columns, or an archive. */
export type Container = 'text' | 'zip';

const headBytes = 4096;
const startsWith = (head: Uint8Array, ...bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte);
/** "EncryptedPackage", the name in the container of a workbook with a password. */
const protectedName = Buffer.from('EncryptedPackage', 'utf16le');

const isProtected = async (source: Source): Promise<boolean> => {
  const most = 512 * 1024;
  const ends = [await source.read(0, Math.min(most, source.size)), await source.read(Math.max(0, source.size - most), most)];
  return ends.some((part) => Buffer.from(part).includes(protectedName));
};

const isWebPage = (head: Uint8Array): boolean => /^\s*(<!doctype|<html|<table|<\?xml|\{\\rtf)/i.test(Buffer.from(head).toString('latin1'));
const isUtf16 = (head: Uint8Array): boolean => startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff);
/** Bytes that no text contains: zeros that are not those of UTF-16. */
const isBinary = (head: Uint8Array): boolean => {
  if (isUtf16(head)) return false;
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return even > 0 && odd > 0 && Math.min(even, odd) * 4 > Math.max(even, odd);
};

/** Recognises the container of a file by its first bytes. Refuses formats that are not read here, with the reason. */
export const kindOf = async (source: Source): Promise<Container> => {
  if (source.size === 0) throw new DomainError('TABLE_EMPTY');
  const head = await source.read(0, Math.min(headBytes, source.size));
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return 'zip';
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) throw new DomainError((await isProtected(source)) ? 'TABLE_PROTECTED' : 'TABLE_OLD_EXCEL');
  const isPicture =
    startsWith(head, 0x89, 0x50, 0x4e, 0x47) || startsWith(head, 0xff, 0xd8, 0xff) || startsWith(head, 0x25, 0x50, 0x44, 0x46);
  if (isPicture || isWebPage(head) || isBinary(head)) throw new DomainError('TABLE_UNSUPPORTED');
  return 'text';
};
