import { sameText } from '../../kernel/secrets';
import type { Signing } from './readSigning';

/** A folio as people type it: with blanks, dashes and small letters. */
const plain = (folio: string): string => folio.toUpperCase().replace(/[\s-]/g, '');

/** Whether folio and birth date are those of the registration. Both are always compared, so that the time of an answer tells nothing. */
export const isPerson = ({ folio, birth_date }: Pick<Signing, 'folio' | 'birth_date'>, typed: string, born: string): boolean => {
  const [isFolio, isBorn] = [sameText(plain(typed), plain(folio)), sameText(born, birth_date ?? '')];
  return isFolio && isBorn && folio !== '' && birth_date !== null;
};
