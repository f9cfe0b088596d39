import { createHash } from 'node:crypto';
import type { Pieces, Upload } from '../../adapters/objectStorage/ObjectStorage';
import type { Runner } from '../../kernel/select';

/** Cuts what it is given into pieces of one size and keeps them; it holds no more than one of them. */
export const createPieceWriter = (pieces: Pieces, upload: Upload) => {
  const hash = createHash('sha256');
  let waiting: Buffer[] = [],
    held = 0,
    written = 0,
    bytes = 0;
  const put = async (runner: Runner, data: Buffer): Promise<void> => {
    written += 1;
    await pieces.put(runner, upload, written, data);
  };
  return {
    write: async (runner: Runner, data: Buffer): Promise<void> => {
      if (data.length === 0) return;
      hash.update(data);
      bytes += data.length;
      waiting.push(data);
      held += data.length;
      while (held >= pieces.pieceBytes) {
        const all = Buffer.concat(waiting);
        await put(runner, all.subarray(0, pieces.pieceBytes));
        const rest = Buffer.from(all.subarray(pieces.pieceBytes));
        waiting = [rest];
        held = rest.length;
      }
    },
    end: async (runner: Runner): Promise<{ readonly bytes: number; readonly sha256: string }> => {
      if (held > 0 || written === 0) await put(runner, Buffer.concat(waiting));
      await pieces.finish(runner, upload);
      return { bytes, sha256: hash.digest('hex') };
    },
    bytes: (): number => bytes,
  };
};
export type PieceWriter = ReturnType<typeof createPieceWriter>;
