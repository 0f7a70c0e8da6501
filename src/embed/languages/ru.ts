/** Lazy chunk with the console's texts that the embedded palette uses. */
export const texts = import.meta.glob(
  [
    '../../../locales/ru/*.json',
    '!**/{auth,calculator,camera,dashboard,delivery,drafts,embed,exports,import}.json',
    '!**/{erase,invoice-page,kit,labels,landing,macros,mail,nouns,outbox,payment-terms,profile,public,rows,scan-session,settings,shell,shortcuts}.json',
    '!**/{table,triage,views}.json',
  ],
  { eager: true, import: 'default' },
)
