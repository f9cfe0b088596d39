import { defineChoices } from '@/schema';
import { generalRfcs, taxpayerOf } from './rfc';

/** Regimes of the tax office (c_RegimenFiscal) for companies, for people, and for both. */
const companyRegimes = ['601', '603', '620', '622', '623', '624'] as const;
const personRegimes = ['605', '606', '607', '608', '611', '612', '614', '615', '616', '621', '625'] as const;
const bothRegimes = ['610', '626'] as const;
export const taxRegimes = defineChoices('tax_regimes', [...companyRegimes, ...personRegimes, ...bothRegimes]);
/** Uses of an invoice (c_UsoCFDI): deductions of people, and uses for everybody. */
const personUses = ['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'D07', 'D08', 'D09', 'D10', 'CN01'] as const;
const bothUses = ['G01', 'G02', 'G03', 'I01', 'I02', 'I03', 'I04', 'I05', 'I06', 'I07', 'I08', 'S01', 'CP01'] as const;
export const invoiceUses = defineChoices('invoice_uses', [...bothUses, ...personUses]);

const has = (list: readonly string[], value: string): boolean => list.includes(value);
/** Without tax duties an invoice has no tax effect. */
const dutiless = { regime: '616', use: 'S01' } as const;

/** Whether somebody with a tax number can be in a regime. */
export const fitsRegime = (rfc: string, regime: string): boolean =>
  has(generalRfcs, rfc) ? regime === dutiless.regime : !has(taxpayerOf(rfc) === 'company' ? personRegimes : companyRegimes, regime);
/** Whether somebody with a tax number in a regime can use an invoice for this. */
export const fitsUse = (rfc: string, regime: string, use: string): boolean =>
  regime === dutiless.regime ? use === dutiless.use : taxpayerOf(rfc) === 'person' || !has(personUses, use);
