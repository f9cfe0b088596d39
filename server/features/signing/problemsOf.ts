import { toOneLine } from '../../kernel/toOneLine';
import type { SignForm } from './SignForm';
import type { Text } from './readSigning';

/** The fields of the page that something may be wrong with. */
export const fieldNames = ['signer_name', 'relationship', 'id_type', 'id_file', 'drawing', 'accept'] as const;
export type FieldName = (typeof fieldNames)[number];
/** The name of a sentence for each field that is wrong. */
export type Problems = Partial<Readonly<Record<FieldName, string>>>;

/** How a guardian is related to the athlete, and with what people identify themselves; the names of their texts. */
export const relationships = ['mother', 'father', 'guardian'] as const;
export const idTypes = ['INE', 'pasaporte', 'licencia', 'otro'] as const;

const shortestName = 3,
  longestName = 160;
/** The name that was typed, as it is stored. */
export const signerOf = (form: SignForm): string => toOneLine(form.field('signer_name'));
const ofName = (name: string): string | undefined =>
  name.length < shortestName ? 'name' : name.length > longestName ? 'nameLong' : undefined;
/** Whether a signer types a name: a guardian always does, an athlete where that is the signature. */
export const typesName = ({ way, isMinor }: Pick<Text, 'way' | 'isMinor'>): boolean => way === 'typed' || isMinor;

const has = (list: readonly string[], one: string): boolean => list.includes(one);

/** What is missing in a form before a text can be signed with it. */
export const problemsOf = (text: Pick<Text, 'way' | 'isMinor' | 'needsId'>, form: SignForm): Problems => {
  const name = typesName(text) ? ofName(signerOf(form)) : undefined;
  return {
    ...(name && { signer_name: name }),
    ...(text.isMinor && !has(relationships, form.field('relationship')) && { relationship: 'relationship' }),
    ...(text.needsId && !has(idTypes, form.field('id_type')) && { id_type: 'idType' }),
    ...(text.needsId && !form.file && { id_file: 'idFile' }),
    ...(text.way === 'drawn' && !form.field('drawing') && { drawing: 'drawing' }),
    ...(form.field('accept') !== 'yes' && { accept: 'accept' }),
  };
};
