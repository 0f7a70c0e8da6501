/** Texts of frame and lists. */
export const texts = import.meta.glob<Record<string, unknown>>(
  '../../../locales/fr/{changes,commands,filter,keyboard,list,rows,shortcuts,table,views}.json',
  { eager: true, import: 'default' },
)
