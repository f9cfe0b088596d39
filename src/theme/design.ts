/** Defaults of the design system that code needs; those of animations are in the style sheets. */
export const design = { prefix: 'asd', drawerSize: 'small', toastMs: 5000, scrollMs: 450 } as const;
