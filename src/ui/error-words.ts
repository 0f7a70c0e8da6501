import type { TFunction } from 'i18next'
import type { Failure } from '../../machines/failure.ts'

type Explained = Pick<Failure, 'code' | 'reference' | 'retryAt'>

/** Message of a failure; server errors include the request id, rate limits the time to retry. */
export const errorWords = (t: TFunction, failure: Explained): string =>
  [
    t(`errors:${failure.code}`),
    ...retryWords(t, failure),
    ...(failure.reference ? [`${t('common:error.reference')} ${failure.reference}`] : []),
  ].join(' ')

/** In local time with seconds, since a wait may be shorter than a minute. */
export const retryWords = (t: TFunction, { retryAt }: Pick<Failure, 'retryAt'>): string[] =>
  retryAt === undefined
    ? []
    : [
        t('common:error.retryAt', {
          time: new Date(retryAt).toLocaleTimeString(globalThis.document?.documentElement.lang),
        }),
      ]

/** Texts by key, without those of i18next's own types. */
type Say = (key: string, values?: Record<string, string | number>) => string

/** Short text of a refusal code; default: first sentence of its error text. `verb`: of the change that was refused. */
export const shortReason = (code: string, t: Say, verb?: string): string =>
  code === 'ALREADY_THERE' && verb === 'shipping.assign'
    ? t('palette:reason.SAME_COURIER')
    : t(`palette:reason.${code}`, {
        defaultValue: t(`errors:${code}`)
          .split(/(?<=[.!?])\s/)[0]!
          .replace(/\.$/, ''),
      })
