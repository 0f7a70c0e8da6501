import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { isReversible } from '../../../domain/changes/change-verbs.ts'
import type { Change } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { codeOf } from '../../../machines/failure.ts'
import type { HistoryRecord } from '../../commands/command-ports.ts'
import { actionOf, changeActions } from '../../resources/shared/change-actions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PartProblem } from '../../ui/feedback/part-problem.tsx'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { authorWords } from '../changes/author-words.ts'
import { FieldChanges } from './field-changes.tsx'

type RecordHistoryProps = {
  record: Omit<HistoryRecord, 'number'>
  /** Maximum number of lines, newest first; default: all. */
  limit?: number
}

/** The history of a record, or its error. Set `key` to the record's id. */
export const RecordHistory = ({ record, limit }: RecordHistoryProps) => {
  const { t } = useTranslation(['history', 'errors', 'list'])
  const { country: selected } = useWorkspace()
  const { lines, code, refresh } = useHistory(record)
  return (
    <>
      {lines === null && code === null && <Skeleton lines={4} />}
      {code !== null && (
        <PartProblem
          title={t('failed')}
          detail={t(`errors:${code}`)}
          action={{ label: t('list:refresh'), onPress: refresh }}
        />
      )}
      {lines?.length === 0 && <p className="text-ink-muted">{t('empty')}</p>}
      {lines !== null && lines.length > 0 && (
        <ol className="flex flex-col">
          {lines.slice(0, limit).map((line) => (
            <HistoryLine key={line.id} line={line} country={record.country ?? selected} />
          ))}
        </ol>
      )}
    </>
  )
}

const HistoryLine = ({ line, country }: { line: Change; country: CountryCode }) => {
  const { t } = useTranslation('history')
  const { user, runWith } = useWorkspace()
  const action = actionOf(line.verb)
  // Undoing a creation deletes the record, and undoing an import all its records: such undos need the confirmation of their
  // command.
  const isArrival = line.undoes === null && (action === 'create' || action === 'import')
  const isOwn = scopeOf(user, 'change.undo') === 'all' || line.actor === user.id
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon name={line.undoes === null ? changeActions[action] : 'undo'} className="text-ink-muted" />
        <span className="font-medium">
          {t(`verb.${action}`)}
          {line.undoes !== null && ` · ${t('isUndo')}`}
        </span>
        <span className="text-sm text-ink-muted">
          {authorWords(t, line) ?? t('server')} ·{' '}
          <RelativeTime value={line.at} timeZone={countries[country].timeZone} style="short" />
        </span>
        <span className="ml-auto">
          {line.isUndone ? (
            <span className="text-sm text-ink-muted">{t('undoneAll')}</span>
          ) : (
            isOwn &&
            isReversible(line.verb) &&
            !isArrival && (
              <Button size="sm" icon="undo" onClick={() => runWith('journal.undo', { batch: line.batchId })}>
                {t(line.undoes === null ? 'undo' : 'redo')}
              </Button>
            )
          )}
        </span>
      </div>
      <FieldChanges change={line} country={country} />
    </li>
  )
}

/** The lines, refetched when the record changes, including by undo here. */
const useHistory = ({ resource, id }: RecordHistoryProps['record']) => {
  const { api, onLive } = useWorkspace()
  const [lines, setLines] = useState<readonly Change[] | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const read = useCallback(
    (signal?: AbortSignal) =>
      api.history(resource, id, { signal }).then(
        ({ items }) => {
          setLines(items)
          setCode(null)
        },
        (error: unknown) => {
          if (!signal?.aborted) setCode(codeOf(error))
        },
      ),
    [api, resource, id],
  )
  useEffect(() => {
    const request = new AbortController()
    void read(request.signal)
    const stop = onLive((event) => {
      if (event.resource === resource && (event.ids === null || event.ids.includes(id))) {
        void read(request.signal)
      }
    })
    return () => {
      stop()
      request.abort()
    }
  }, [read, onLive, resource, id])
  return { lines, code, refresh: () => void read() }
}

type HistoryDialogProps = { record: HistoryRecord; onClose: () => void }

/** Dialog with a record's history and undo. */
export const HistoryDialog = ({ record, onClose }: HistoryDialogProps) => {
  const { t } = useTranslation(['history', record.resource])
  // Initial focus while lines are loading.
  const start = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      initialFocus={start}
      title={t('history.title')}
      description={t('history.of', { name: t(`${record.resource}:one`), number: record.number })}
    >
      <div ref={start} tabIndex={-1} className="outline-none" />
      <RecordHistory record={record} />
    </Dialog>
  )
}
