import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { DomainError } from '../../../kernel/DomainError';
import type { Limits } from './limits';

export type Attributes = Readonly<Record<string, string>>;

/** What happens with the tags and texts of a part, in order; names without prefix. */
export interface XmlReader {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML while it is unpacked, and yields after each block, so that the rows so far can be taken.
 *
 * The parser does not know entities that a document declares. It stops at them, so none can grow.
 */
export async function* readXml(
  blocks: AsyncIterable<Uint8Array>,
  reader: XmlReader,
  { silentBytes }: Pick<Limits, 'silentBytes'>,
): AsyncGenerator<undefined> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let silent = 0;
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    reader.open(localName(name), attributes);
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('closetag', ({ name }) => {
    silent = 0;
    reader.close?.(localName(name));
  });
  const feed = (text: string): void => {
    try {
      parser.write(text);
    } catch (error) {
      throw error instanceof DomainError ? error : new DomainError('TABLE_BROKEN', { cause: error });
    }
  };
  for await (const block of blocks) {
    silent += block.length;
    if (silent > silentBytes) throw new DomainError('TABLE_UNPACKS_TOO_LARGE');
    feed(decoder.decode(block, { stream: true }));
    await setImmediate(); // what is unpacked comes at once, and nobody else would be heard until the end
    yield undefined;
  }
  feed(decoder.decode());
  try {
    parser.close();
  } catch (error) {
    throw new DomainError('TABLE_BROKEN', { cause: error });
  }
}

/** Reads a whole part that is needed before anything else. */
export const readWholeXml = async (
  blocks: AsyncIterable<Uint8Array>,
  reader: XmlReader,
  limits: Pick<Limits, 'silentBytes'>,
): Promise<void> => {
  for await (const block of readXml(blocks, reader, limits)) void block;
};
