/** Writes `NAME.br` and `NAME.gz` next to every script, style sheet and SVG of a folder, so that no request compresses them again. */
export declare const compressFiles: (folder: string) => void;
