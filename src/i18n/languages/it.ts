/** All texts of the console as raw JSON, so that namespaces also remain separate chunks. */
export const texts = import.meta.glob<string>(
  ['../../../locales/it/*.json', '!**/{embed,kit,mail,nouns,payment-terms}.json'],
  {
    eager: true,
    import: 'default',
    query: '?raw',
  },
)
