/** What of the console's texts the embedded palette says, as one file that is fetched only when it is needed. */
export const texts = import.meta.glob(
  [
    '../../../locales/es/*.json',
    '!**/{auth,calculator,dashboard,delivery,drafts,embed,exports,import}.json',
    '!**/{invoice-page,journal,keys,kit,macros,mail,nouns,outbox,payment-terms,profile,public,rows,settings,shell}.json',
    '!**/{table,triage,views}.json',
  ],
  { eager: true, import: 'default' },
)
