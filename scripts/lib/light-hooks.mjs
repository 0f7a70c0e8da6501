import { inRoot } from './root.mjs'

/** Components speak by react-i18next's hook: in the console they find a lighter one, over a translator of its own. */
export const lightHooks = () => ({
  name: 'light-hooks',
  enforce: 'pre',
  resolveId: (id) => (id === 'react-i18next' ? inRoot('src/app/texts/translation-hooks.ts') : null),
})
