/** Every French text of the console (mails are the server’s), as one chunk that is fetched only when French is spoken. */
export const texts = import.meta.glob(['../../../locales/fr/*.json', '!**/mail.json'], {
  eager: true,
  import: 'default',
})
