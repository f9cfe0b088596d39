import { store_products, type StoreProduct } from '@/resources/store_products/store_products';
import { store_variants } from '@/resources/store_variants/store_variants';
import { foldText } from '@/schema/foldText';
import { createAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { invalid, problemAt } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { moveStock } from '../registration/store/moveStock';
import type { Size } from '@/domain/registration/sizes';

const mostVariants = 60;
const v = columnsOf(store_variants);
const skuPart = (text: string): string =>
  foldText(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

interface Wish {
  readonly sizes?: readonly Size[] | null | undefined;
  readonly colors?: string | null | undefined;
  readonly qty?: number | null | undefined;
}
/** Adds a variant for each colour in each size, and receives the same number of pieces of each; those that exist stay as they are. */
const addVariants = async (
  tx: Transaction,
  { productid, sku, name }: StoreProduct,
  { sizes, colors, qty }: Wish,
): Promise<{ readonly added: number }> => {
  const listed = [...new Set((colors ?? '').split(',').map((color) => color.trim()))].filter(Boolean);
  const pairs = (listed.length > 0 ? listed : [null]).flatMap((color) => (sizes?.length ? sizes : [null]).map((size) => ({ color, size })));
  if (pairs.length > mostVariants) throw invalid([problemAt('input.colors', 'TOO_MANY_AT_ONCE')]);
  const known = new Set(await selectAll(tx, v.sku, sql`from ${v} where ${v.productid} = ${productid} and ${v.deleted_at} is null`));
  let added = 0;
  for (const { color, size } of pairs) {
    const own = [sku, ...(color === null ? [] : [skuPart(color)]), ...(size === null ? [] : [skuPart(size)])].join('-');
    if (known.has(own)) continue;
    const suffix = [color, size].filter((part) => part !== null).join(' ');
    const named = Object.fromEntries(Object.entries(name).map(([locale, text]) => [locale, `${text ?? ''} ${suffix}`.trim()]));
    const variantid = await createAudited(tx, store_variants, {
      productid,
      sku: own,
      name: { ...name, ...named },
      color,
      size,
      active: true,
    });
    if (qty) await moveStock(tx, [{ variantid, type: 'receive', qty }]);
    added += 1;
  }
  return { added };
};

/** The server's rules for products. */
export const storeProductsHooks = defineHooks(store_products, {
  actions: { add_variants: ({ tx, row, input }) => addVariants(tx, row, input) },
});
