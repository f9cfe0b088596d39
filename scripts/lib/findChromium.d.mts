/** Path of a Chromium for the browser tests; installs one when none is found. */
export declare const findChromium: () => Promise<string>;
/** Path of the shell of Chromium, where it is installed and no other was asked for. */
export declare const findShell: () => string | undefined;
