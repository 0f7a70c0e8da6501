/** Every English text of the console (mails are the server’s), as one chunk that is fetched only when English is spoken. */
export const texts = import.meta.glob(['../../../locales/en/*.json', '!**/mail.json'], {
  eager: true,
  import: 'default',
})
