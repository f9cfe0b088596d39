import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

const options: ReaderOptions = {
  formats: ['QRCode', 'Code128', 'Code39', 'EAN13', 'DataMatrix'],
  maxNumberOfSymbols: 1,
  tryHarder: true,
  tryInvert: false,
  tryDownscale: false,
};

/** Fetches the reader from the server of this page; the package would ask another one. */
export const prepareReader = (from: { readonly locateFile: () => string } | { readonly wasmBinary: ArrayBuffer }): Promise<unknown> =>
  prepareZXingModule({ overrides: from, fireImmediately: true });
/** The bars or the square in a picture; null when there are none. */
export const readPicture = async (picture: ImageData): Promise<string | null> => (await readBarcodes(picture, options))[0]?.text || null;
/** Rejects where the browser cannot run it. */
export const openReader = async (): Promise<typeof readPicture> => {
  await prepareReader({ locateFile: () => wasm });
  return readPicture;
};
