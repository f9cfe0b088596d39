/** Text for comparison without accents and capitals. */
export const foldText = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
