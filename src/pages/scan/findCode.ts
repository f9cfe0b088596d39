/** Finds a code in a picture of the camera; null when there is none. */
export type FindCode = (video: HTMLVideoElement) => Promise<string | null>;

interface FoundBarcode {
  readonly rawValue: string;
}
interface Detector {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly FoundBarcode[]>;
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  readonly getSupportedFormats: () => Promise<readonly string[]>;
}
declare global {
  /** Offered by Chrome on Android and macOS; the library of types of the browser does not know it yet. */
  var BarcodeDetector: DetectorClass | undefined;
}

/** Bars on bibs, and the QR code of a proof. */
const wanted = new Set(['qr_code', 'code_128', 'code_39', 'ean_13', 'data_matrix']);
const widest = 960;

const byBrowser = async (): Promise<FindCode | null> => {
  const Detectors = globalThis.BarcodeDetector;
  if (!Detectors) return null;
  const formats = (await Detectors.getSupportedFormats()).filter((format) => wanted.has(format));
  if (!formats.includes('qr_code')) return null;
  const detector = new Detectors({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
};

/**
 * For the other browsers, iPhones among them: WebAssembly that the product serves, fetched when a camera is first opened and kept on a
 * prepared device.
 */
const byLibrary = async (): Promise<FindCode> => {
  const { openReader } = await import('./wasmReader');
  const readPicture = await openReader();
  const canvas = document.createElement('canvas');
  const pencil = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, widest / video.videoWidth);
    const width = Math.round(video.videoWidth * scale),
      height = Math.round(video.videoHeight * scale);
    if (!pencil || !width || !height) return null;
    canvas.width = width;
    canvas.height = height;
    pencil.drawImage(video, 0, 0, width, height);
    return readPicture(pencil.getImageData(0, 0, width, height));
  };
};

/** The reader of this browser, or the library where it has none. */
export const createFindCode = async (): Promise<FindCode> => (await byBrowser().catch(() => null)) ?? (await byLibrary());

const pauseMs = 2000;
/** Lets a code pass once; the same one again only after it was away for a while. */
export const createOncePerCode = (now: () => number = () => performance.now()) => {
  const seen = new Map<string, number>();
  return (code: string): boolean => {
    const last = seen.get(code);
    seen.set(code, now());
    return last === undefined || now() - last >= pauseMs;
  };
};
