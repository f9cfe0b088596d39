import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Smaller files gain nothing. */
const leastBytes = 1024;
/** The last step of Brotli doubles the time and takes away two more percent. */
const quality = 10;

/** Writes `NAME.br` and `NAME.gz` next to every script, style sheet, SVG and WebAssembly of a folder, so that no request compresses them again. */
export const compressFiles = (folder) => {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg|wasm)$/.test(name)) continue;
    const file = join(folder, name),
      bytes = readFileSync(file);
    if (bytes.length < leastBytes) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
};
