/** The zone in which every instant is read, shown and cut into days; an event may have its own beside it. */
export const homeZone = 'America/Mexico_City';
