/** All texts of the console, as JSON. Raw, so that the namespaces stay files of their own as well. */
export const texts = import.meta.glob<string>(
  ['../../../locales/de/*.json', '!**/{embed,kit,mail,nouns,payment-terms}.json'],
  {
    eager: true,
    import: 'default',
    query: '?raw',
  },
)
