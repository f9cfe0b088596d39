/** A text in Spanish, which is required, and in English. */
export interface Translated {
  readonly es: string;
  readonly en?: string | null | undefined;
}
