/** The same words in Spanish, which is obligatory, and in English. */
export interface Translated {
  readonly es: string;
  readonly en?: string | null | undefined;
}
