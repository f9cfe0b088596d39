/** Path of a Chromium for the browser tests; installs one when none is found. */
export declare const findChromium: () => Promise<string>;
