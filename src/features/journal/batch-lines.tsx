import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Change, ChangeBatch } from '../../../domain/changes.ts'
import type { CountryCode } from '../../../domain/countries.ts'
import { codeOf } from '../../../machines/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/told/skeleton.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { FieldChanges } from './field-changes.tsx'

const pageSize = 20

/** What a batch changed, record by record, a page at a time. */
export const BatchLines = ({ batch, country }: { batch: ChangeBatch; country: CountryCode }) => {
  const { t } = useTranslation(['journal', 'errors', 'list'])
  const { api } = useWorkspace()
  const [lines, setLines] = useState<readonly Change[]>([])
  const [total, setTotal] = useState<number | null>(null)
  const [wanted, setWanted] = useState(pageSize)
  const [code, setCode] = useState<string | null>(null)
  const { id, undone } = batch
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was taken back meanwhile is read again.
  useEffect(() => {
    const request = new AbortController()
    setCode(null)
    api.changes.lines(id, { limit: wanted }, { signal: request.signal }).then(
      (page) => {
        setLines(page.items)
        setTotal(page.total)
      },
      (error: unknown) => {
        if (!request.signal.aborted) setCode(codeOf(error))
      },
    )
    return () => request.abort()
  }, [api, id, wanted, undone])
  if (code !== null) {
    return (
      <p role="alert" className="text-sm text-danger">
        {t('failed')} {t(`errors:${code}`)}
      </p>
    )
  }
  if (total === null) return <Skeleton lines={2} />
  return (
    <>
      <ol className="flex flex-col gap-3">
        {lines.map((line) => (
          <li key={line.id} className="flex flex-col gap-1">
            <p className="text-sm font-medium">
              {t('record', { number: line.number ?? '', name: line.name ?? '' })}
              {line.isUndone && <span className="font-normal text-ink-muted"> · {t('undoneAll')}</span>}
            </p>
            <FieldChanges change={line} country={country} />
          </li>
        ))}
      </ol>
      {lines.length < total && (
        <Button size="sm" className="mt-3" onClick={() => setWanted(Math.min(wanted + 100, largest))}>
          {t('moreLines', { total: total - lines.length })}
        </Button>
      )}
    </>
  )
}

/** As many lines as one call gives. */
const largest = 500
