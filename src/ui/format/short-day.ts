/** A day in figures; `dateStyle: 'short'` would cut the year to two digits in some languages. */
export const shortDay = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
