import type { TFunction } from 'i18next'
import type { Failure } from '../../machines/failure.ts'

type Explained = Pick<Failure, 'code' | 'reference' | 'retryAt'>

/** Why something failed; a fault of the server with the number that support will ask for, too many tries with when to go on. */
export const errorWords = (t: TFunction, failure: Explained): string =>
  [
    t(`errors:${failure.code}`),
    ...retryWords(t, failure),
    ...(failure.reference ? [`${t('common:error.reference')} ${failure.reference}`] : []),
  ].join(' ')

/** By the reader's clock, to the second: a wait may be shorter than a minute. */
export const retryWords = (t: TFunction, { retryAt }: Pick<Failure, 'retryAt'>): string[] =>
  retryAt === undefined
    ? []
    : [
        t('common:error.retryAt', {
          time: new Date(retryAt).toLocaleTimeString(globalThis.document?.documentElement.lang),
        }),
      ]
