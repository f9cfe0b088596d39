import { defineFieldUi, type Place, type TextContext } from '@/views/contracts';

/** The word of one value of a closed set. */
export const choiceText = (value: string, { resource, name }: Place, { t }: TextContext): string => t(`${resource}.choices.${name}.${value}`);

export default defineFieldUi<string>({ toText: (value, _field, place, context) => choiceText(value, place, context) });
