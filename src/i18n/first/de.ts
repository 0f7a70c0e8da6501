/** Texts of every page, and loaders of those of single screens. */
export const texts = import.meta.glob<Record<string, unknown>>(
  '../../../locales/de/{common,countries,errors,public,shell,users}.json',
  { eager: true, import: 'default' },
)
export const others = import.meta.glob<Record<string, unknown>>(
  [
    '../../../locales/de/*.json',
    '!**/{common,countries,errors,public,shell,users}.json',
    '!**/{changes,commands,filter,keyboard,list,rows,shortcuts,table,views}.json',
    '!**/{auth,embed,kit,mail,nouns,payment-terms}.json',
  ],
  { import: 'default' },
)
