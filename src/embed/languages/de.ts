/** Lazy chunk with the console's texts that the embedded palette uses. */
export const texts = import.meta.glob(
  [
    '../../../locales/de/*.json',
    '!**/{auth,calculator,dashboard,delivery,drafts,embed,exports,import}.json',
    '!**/{invoice-page,keys,kit,landing,macros,mail,nouns,outbox,payment-terms,profile,public,rows,settings,shell}.json',
    '!**/{table,triage,views}.json',
  ],
  { eager: true, import: 'default' },
)
