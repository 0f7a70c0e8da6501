/** Every English text, as one chunk that is fetched only when English is spoken. */
export const texts = import.meta.glob('../../../locales/en/*.json', { eager: true, import: 'default' })
