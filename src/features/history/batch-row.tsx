import { type Ref, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { Change, ChangeBatch } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries, isCountryCode } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { codeOf } from '../../../machines/failure.ts'
import { actionOf, changeActions } from '../../resources/shared/change-actions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { authorWords } from '../changes/author-words.ts'
import { batchTitle, isUndoable, recordNames, recordWords } from '../changes/batch-words.ts'
import { FieldChanges } from './field-changes.tsx'

type BatchRowProps = {
  batch: ChangeBatch
  isOpen: boolean
  isActive: boolean
  onToggle: () => void
  onActivate: () => void
  ref: Ref<HTMLButtonElement>
}

/** One batch: time, verb, number and names of records, actor; expanded: changes by record. */
export const BatchRow = ({ batch, isOpen, isActive, onToggle, onActivate, ref }: BatchRowProps) => {
  const { t, i18n } = useTranslation(['history', batch.resource])
  const { user, country: selected, runWith } = useWorkspace()
  const linesId = useId()
  const country: CountryCode = isCountryCode(batch.country) ? batch.country : selected
  const action = actionOf(batch.verb)
  const isUndo = batch.undoes !== null
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: countries[country].timeZone,
  })
  return (
    <>
      <div className={cx('flex items-center gap-x-2 pr-2', isActive && 'bg-selected')}>
        <button
          ref={ref}
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? linesId : undefined}
          tabIndex={isActive ? 0 : -1}
          onFocus={onActivate}
          onClick={onToggle}
          className="-outline-offset-2 flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5 text-left hover:bg-hover"
        >
          <span className="flex min-w-0 items-start gap-2">
            <Icon
              name={isOpen ? 'chevron-down' : 'chevron-right'}
              size={14}
              className="mt-1 shrink-0 text-ink-faint"
            />
            <time dateTime={batch.at} className="figures w-11 shrink-0 text-sm text-ink-muted">
              {format.format(Date.parse(batch.at))}
            </time>
            <Icon name={isUndo ? 'undo' : changeActions[action]} className="mt-0.5 shrink-0 text-ink-muted" />
            <span className="min-w-0 font-medium">
              {batchTitle(batch, t)}
              {isUndo && <span className="font-normal text-ink-muted"> · {t('isUndo')}</span>}
            </span>
          </span>
          <span
            title={recordNames(batch, t)}
            className="min-w-0 flex-1 basis-40 truncate text-sm text-ink-muted"
          >
            {recordNames(batch, t)}
          </span>
          <span className="text-sm text-ink-muted">{authorWords(t, batch) ?? t('server')}</span>
        </button>
        <BatchState
          batch={batch}
          isOwn={scopeOf(user, 'change.undo') === 'all' || batch.actor === user.id}
          onUndo={() => runWith('journal.undo', { batch: batch.id })}
        />
      </div>
      {isOpen && (
        <div id={linesId} className="bg-canvas px-3 py-3 sm:pl-10">
          <BatchLines batch={batch} country={country} />
        </div>
      )}
    </>
  )
}

type BatchStateProps = { batch: ChangeBatch; isOwn: boolean; onUndo: () => void }

/** Undo state of a batch and its button. */
const BatchState = ({ batch, isOwn, onUndo }: BatchStateProps) => {
  const { t } = useTranslation('history')
  const keysOf = useCommandKeys()
  const { undone, records, undoes } = batch
  return (
    <span className="ml-auto flex shrink-0 flex-col items-end gap-x-2 sm:flex-row sm:items-center">
      {undone > 0 && (
        <span className="text-sm whitespace-nowrap text-ink-muted">
          {undone < records ? t('undonePart', { undone, total: records }) : t('undoneAll')}
        </span>
      )}
      {isOwn && isUndoable(batch) && (
        <Button
          size="sm"
          variant="ghost"
          icon={undoes === null ? 'undo' : 'redo'}
          keys={keysOf('journal.undo')}
          onClick={onUndo}
        >
          {t(undoes === null ? 'undo' : 'redo')}
        </Button>
      )}
    </span>
  )
}

const pageSize = 20

/** Changes of a batch by record, in pages. */
const BatchLines = ({ batch, country }: { batch: ChangeBatch; country: CountryCode }) => {
  const { t } = useTranslation(['history', 'errors', 'list'])
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
              {recordWords(line, t)}
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

/** Maximum page size of the API. */
const largest = 500
