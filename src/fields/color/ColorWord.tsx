import { useWords } from '@/fields/kit/useWords';
import { colorWord } from './colorWord';

/** The name of a colour in the person's language. */
export default function ColorWord({ hex }: { readonly hex: string }) {
  return useWords().t(`list.colors.${colorWord(hex)}`);
}
