export const undone: string;
