/** The time zone in which every instant is shown and split into days; an event may have its own as well. */
export const homeZone = 'America/Mexico_City';
