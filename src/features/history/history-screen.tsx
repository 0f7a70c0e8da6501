import { type Ref, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKinds } from '../../../domain/changes/audit-verbs.ts'
import { countries } from '../../../domain/core/countries.ts'
import { isDay } from '../../../domain/lib/typed/date-text.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { resourceNames } from '../../../domain/resources.ts'
import { plainList } from '../../commands/screen-actions.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { actionsFor } from '../../resources/shared/change-actions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { OfflineBanner } from '../../ui/feedback/status.tsx'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { isUndoable } from '../changes/batch-words.ts'
import { BatchList, type BatchListHandle } from './batch-list.tsx'
import { useBatches, useHistoryFilter } from './use-batches.ts'

/** The history of all changes by day, with undo. */
const HistoryScreen = () => {
  const { t } = useTranslation(['history', 'commands', 'errors', 'list'])
  const { country, view, ports } = useWorkspace()
  const keysOf = useCommandKeys()
  const { filter, where, set, clear, isNarrowed } = useHistoryFilter()
  const history = useBatches(where)
  const { batches, phase, total, refresh } = history
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<BatchListHandle>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const active = batches.find(({ id }) => id === activeId) ?? batches[0] ?? null
  const now = useRef({ batches, active, refresh })
  now.current = { batches, active, refresh }
  useKeyContext('list')
  useKeyContext('history')

  const focus = useCallback((id: string | undefined) => {
    if (id === undefined) return
    setActiveId(id)
    list.current?.focus(id)
  }, [])
  const port = useMemo(() => {
    const step = (by: number) => {
      const { batches, active } = now.current
      const from = active === null ? -1 : batches.indexOf(active)
      focus(batches[Math.min(Math.max(from + by, 0), batches.length - 1)]?.id)
    }
    return plainList({
      move: step,
      moveTo: (end) => focus(now.current.batches.at(end === 'first' ? 0 : -1)?.id),
      page: (direction) => step(direction * pageLength),
      open: () => focus(now.current.active?.id),
      refresh: () => now.current.refresh(),
      focusFilter: () => box.current?.focus(),
      clearFilter: clear,
      act: () => {
        const { active } = now.current
        if (active === null) return
        if (isUndoable(active)) ports.undoBatch(active.id)
        else {
          const isUndone = active.records > 0 && active.undone >= active.records
          ports.notify({ tone: 'info', titleKey: isUndone ? 'errors:ALREADY_UNDONE' : 'history:notUndoable' })
        }
      },
    })
  }, [focus, ports, clear])
  useEffect(
    () =>
      view.show({
        resource: null,
        list: port,
        active: () => null,
        peek: () => null,
        selection: async () => null,
      }),
    [view, port],
  )

  return (
    <Page
      title={t('commands:go.journal.place')}
      beside={
        phase === 'ready' && (
          <span className="figures text-sm">
            {t(filter.kind === null ? 'count' : 'lines', { count: total })}
          </span>
        )
      }
    >
      <HistoryFilterBar ref={box} filter={filter} set={set} onLeave={port.open} />
      {history.isStale && (
        <div className="-mx-4 mb-3 lg:-mx-6">
          <OfflineBanner
            action={{ label: t('list:refresh'), keys: keysOf('list.refresh'), onPress: refresh }}
          >
            {t('list:offline')}
          </OfflineBanner>
        </div>
      )}
      {phase === 'loading' && <HistorySkeleton />}
      {phase === 'failed' && (
        <ErrorState
          title={t('failed')}
          detail={t(`errors:${history.code}`)}
          action={{ label: t('list:refresh'), keys: keysOf('list.refresh'), onPress: refresh }}
        />
      )}
      {phase === 'ready' && batches.length === 0 && (
        <EmptyState
          icon="history"
          title={t(isNarrowed ? 'notFound' : 'empty')}
          next={
            isNarrowed
              ? [{ label: t('list:emptyFilter'), keys: keysOf('list.clear-filter'), onPress: clear }]
              : [{ label: t('list:refresh'), keys: keysOf('list.refresh'), onPress: refresh }]
          }
        />
      )}
      {batches.length > 0 && (
        <BatchList
          ref={list}
          batches={batches}
          timeZone={countries[country].timeZone}
          activeId={active?.id ?? null}
          open={open}
          onActivate={setActiveId}
          onToggle={(id) => setOpen(toggled(open, id))}
        />
      )}
      {batches.length < total && (
        <Button className="mt-5" pending={history.isReadingMore} onClick={history.readMore}>
          {t('more', { total: total - batches.length })}
        </Button>
      )}
    </Page>
  )
}

const pageLength = 10

const toggled = (open: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(open)
  if (!next.delete(id)) next.add(id)
  return next
}

export default HistoryScreen

type HistoryFilterBarProps = Pick<ReturnType<typeof useHistoryFilter>, 'filter' | 'set'> & {
  /** Returns focus to the batches. */
  onLeave: () => void
  ref: Ref<HTMLInputElement>
}

const everything = 'any'
const pause = 250

/** Filters: user or number, resource, verb, day. */
const HistoryFilterBar = ({ filter, set, onLeave, ref }: HistoryFilterBarProps) => {
  const { t } = useTranslation(['history', ...resourceNames])
  const { country } = useWorkspace()
  const today = todayIn(country)
  const [typed, setTyped] = useState(filter.keyword)
  useEffect(() => setTyped(filter.keyword), [filter.keyword])
  useEffect(() => {
    if (typed === filter.keyword) return
    const timer = setTimeout(() => set('q', typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed, filter.keyword, set])
  return (
    <search className="grid grid-cols-2 gap-2 pb-3 lg:grid-cols-[minmax(10rem,2fr)_repeat(4,minmax(8rem,1fr))]">
      <TextInput
        ref={ref}
        type="search"
        icon="search"
        className="col-span-2 lg:col-span-1"
        aria-label={t('filter.keyword')}
        placeholder={t('filter.keyword')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onLeave()
        }}
      />
      <Select
        aria-label={t('filter.resource')}
        value={filter.resource ?? everything}
        options={[
          { value: everything, label: t('filter.anyResource') },
          ...resourceNames.map((name) => ({ value: name, label: t(`${name}:title`) })),
        ]}
        onValueChange={(resource) => set('resource', resource === everything ? null : resource)}
      />
      <Select
        aria-label={t('filter.action')}
        value={filter.action ?? everything}
        options={[
          { value: everything, label: t('filter.anyAction') },
          ...actionsFor(filter.resource).map((action) => ({ value: action, label: t(`verb.${action}`) })),
        ]}
        onValueChange={(action) => set('action', action === everything ? null : action)}
      />
      <Select
        aria-label={t('filter.kind')}
        value={filter.kind ?? 'change'}
        options={[...lineKinds, 'all' as const].map((kind) => ({
          value: kind,
          label: t(`filter.kinds.${kind}`),
        }))}
        onValueChange={(kind) => set('kind', kind === 'change' ? null : kind)}
      />
      <DateInput
        isCompact
        aria-label={t('filter.day')}
        placeholder={t('filter.anyDay')}
        today={today}
        value={filter.day ?? ''}
        onValueChange={(day) => {
          if (day === '' || isDay(day)) set('day', day || null)
        }}
      />
    </search>
  )
}

/** Placeholder of a day with batches. */
const HistorySkeleton = () => (
  <div>
    <Skeleton className="mt-5 mb-2 w-48" />
    <div className="divide-y divide-line rounded-lg border border-line bg-surface">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
        <div key={row} className="flex h-11 flex-col justify-center px-4 max-sm:h-24">
          <Skeleton />
          <Skeleton lines={2} className="w-2/3 sm:hidden" />
        </div>
      ))}
    </div>
  </div>
)
