/** Builds the client unless the last build was made of the same sources; exits where that fails. */
export declare const buildClient: () => Promise<void>;
