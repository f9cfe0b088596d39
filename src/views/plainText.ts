/** Text as it is compared by whoever types without accents or capitals. */
export const plainText = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
