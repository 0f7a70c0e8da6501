/** Every French text, as one chunk that is fetched only when French is spoken. */
export const texts = import.meta.glob('../../../locales/fr/*.json', { eager: true, import: 'default' })
