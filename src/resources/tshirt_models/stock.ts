/** The numbers of a size, in the order of a shirt's way. */
export const figures = ['ordered', 'received', 'reserved', 'delivered', 'available'] as const;
export type Figure = (typeof figures)[number];
/** One size of a shirt. */
export type Shelf = {
  readonly tshirt_stockid: number;
  readonly size: string;
  readonly low_stock_at: number | null;
  readonly low: boolean;
} & { readonly [K in Figure]: number };
/** A shirt with its sizes. */
export interface Model {
  readonly tshirt_modelid: number;
  readonly version: number;
  readonly name: string;
  readonly sizes: readonly Shelf[];
}

const whole = 100;
/** The share of received shirts that is reserved or handed out; undefined when none were received. */
export const shareOf = ({ received, reserved, delivered }: Pick<Shelf, 'received' | 'reserved' | 'delivered'>): string =>
  received > 0 ? `${Math.round(((reserved + delivered) / received) * whole)} %` : '—';
export const sumOf = (sizes: readonly Shelf[]): { readonly [K in Figure]: number } =>
  Object.fromEntries(figures.map((name) => [name, sizes.reduce((sum, shelf) => sum + shelf[name], 0)])) as { [K in Figure]: number };
