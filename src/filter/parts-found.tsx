import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../domain/core/languages.ts'
import { numberFormat } from '../../domain/lib/number-format.ts'
import { queryTerms, quoted } from '../../domain/lib/query.ts'
import type { CompletionSource } from './completion.ts'
import { describeQuery } from './describe-query.ts'

/** Counts the matches of a canonical query. */
export type CountQuery = (query: string, signal: AbortSignal) => Promise<number>

/** More parts are too many to read. */
const MAX_PARTS = 6

/** What is counted if a query finds nothing: each filter and each word by itself. Empty if there is only one. */
export const partsOf = (query: string): string[] => {
  const parts = queryTerms(query).flatMap(({ name, value }) =>
    name === null ? value.split(/\s+/) : [`${name}:${quoted(value)}`],
  )
  const own = [...new Set(parts.filter((part) => part !== ''))]
  return own.length < 2 ? [] : own.slice(0, MAX_PARTS)
}

type PartsFoundProps = {
  /** Finds nothing. */
  query: string
  /** Another meaning of the text, which may be a name as well. */
  meant: string | null
  /** Enter was pressed on the query: a meaning that finds something replaces it. */
  isSettled: boolean
  source: CompletionSource
  count: CountQuery
  onTake: (query: string) => void
}

/** Below the filter box if nothing matches: how many records each part of the filter finds by itself. */
export const PartsFound = ({ query, meant, isSettled, source, count, onTake }: PartsFoundProps) => {
  const { t, i18n } = useTranslation(['list', 'filter', 'common'])
  const [found, setFound] = useState<readonly { part: string; total: number }[]>([])
  const number = numberFormat(localeOf(i18n.language))
  useEffect(() => {
    const asked = new AbortController()
    setFound([])
    const parts = [...new Set([...(meant === null ? [] : [meant]), ...partsOf(query)])]
    Promise.all(parts.map(async (part) => ({ part, total: await count(part, asked.signal) }))).then(
      (counted) => !asked.signal.aborted && setFound(counted),
      // The empty list is shown without counts.
      () => undefined,
    )
    return () => asked.abort()
  }, [query, meant, count])
  const isOther = isSettled && found.some(({ part, total }) => part === meant && total > 0)
  const takeOther = useEffectEvent(() => meant !== null && onTake(meant))
  useEffect(() => {
    if (isOther) takeOther()
  }, [isOther])
  if (found.length === 0 || isOther) return null
  return (
    <div
      role="status"
      className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-info-soft px-2.5 py-1.5 text-sm text-info"
    >
      <p className="font-medium">{t('list:partsFound')}</p>
      {found.map(({ part, total }) => (
        <button
          key={part}
          type="button"
          disabled={total === 0}
          onClick={() => onTake(part)}
          className="figures inline-flex min-h-6 items-center gap-1.5 rounded-sm border border-current/25 bg-surface px-1.5 text-ink not-disabled:hover:bg-hover disabled:text-ink-muted pointer-coarse:min-h-11"
        >
          {t('common:said', { what: describeQuery(part, source), words: number.format(total) })}
        </button>
      ))}
    </div>
  )
}
