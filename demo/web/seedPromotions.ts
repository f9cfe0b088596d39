import type pg from 'pg';
import { day, iso, type Calendar } from '../calendar';
import { insertRows, type Row } from '../insertRows';

const conflictSql = 'update promotion_bins set conflict_promotion_binids = array[3 - promotion_binid] where promotion_binid in (1, 2)';

const promotions = (now: number, today: number): readonly Row[] => {
  const stamps = { created: iso(now - 40 * day), updated: iso(now - 12 * day) };
  const legal = (what: string) => ({
    es: `${what} Válido en compras en línea dentro de la vigencia. Consulta términos con tu banco.`,
    en: `${what} Valid for purchases online within the dates. Ask your bank for terms.`,
  });
  const base = {
    card_kind: 'credit',
    max_discount_cents: null,
    min_total_cents: 50_000,
    installments: null,
    scope: 'platform',
    region: null,
    budget_cents: null,
    max_uses: null,
    max_uses_per_user: 1,
    stackable_with_coupon: false,
    priority: 0,
    status: 'active',
    conflict_promotion_binids: null,
    ...stamps,
  };
  const period = (from: number, to: number) => ({ starts_at: iso(today + from * day), ends_at: iso(today + to * day) });
  return [
    {
      ...base,
      promotion_binid: 1,
      name: '10 % con Banco Horizonte',
      bank: 'Banco Horizonte',
      brand: 'visa',
      bins: ['415231', '455529'],
      discount_type: 'percent',
      value: 10,
      max_discount_cents: 20_000,
      ...period(-20, 60),
      legal_text: legal('10 % de descuento.'),
    },
    {
      ...base,
      promotion_binid: 2,
      name: '20 % Horizonte Platino',
      bank: 'Banco Horizonte',
      brand: 'visa',
      bins: ['415231', '41523177'],
      discount_type: 'percent',
      value: 20,
      max_discount_cents: 50_000,
      priority: 10,
      ...period(-5, 25),
      legal_text: legal('20 % de descuento.'),
    },
    {
      ...base,
      promotion_binid: 3,
      name: '6 y 12 meses Banca del Valle',
      bank: 'Banca del Valle',
      brand: 'mastercard',
      bins: ['547046', '52017880'],
      discount_type: 'installments',
      value: null,
      installments: ['6', '12'],
      min_total_cents: 100_000,
      ...period(-30, 90),
      legal_text: legal('Meses sin intereses.'),
    },
    {
      ...base,
      promotion_binid: 4,
      name: '$150 de regreso Banco del Sol',
      bank: 'Banco del Sol',
      brand: 'mastercard',
      card_kind: 'debit',
      bins: ['557910'],
      discount_type: 'amount',
      value: 15_000,
      budget_cents: 5_000_000,
      ...period(-90, -10),
      status: 'ended',
      legal_text: legal('$150 de descuento.'),
    },
    {
      ...base,
      promotion_binid: 5,
      name: 'Preventa Carnet',
      bank: 'Red Carnet',
      brand: 'carnet',
      card_kind: 'any',
      bins: ['506199'],
      discount_type: 'percent',
      value: 15,
      ...period(15, 45),
      status: 'draft',
      legal_text: legal('15 % de descuento.'),
    },
  ];
};

/** Promotions of cards: two with a conflict, one with instalments, one that has ended and a draft. */
export const seedPromotions = async (client: pg.ClientBase, { now, today }: Calendar): Promise<void> => {
  await insertRows(client, 'promotion_bins', promotions(now, today));
  await client.query(conflictSql);
};
