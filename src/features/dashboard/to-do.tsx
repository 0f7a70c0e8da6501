import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { dueAfterDays } from '../../../domain/invoices/invoice.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { resources } from '../../../domain/resources.ts'
import { callableStatuses } from '../../../domain/triage/claim.ts'
import { listWhere } from '../../filter/list-where.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

const callable = `status:${callableStatuses.join()}`
const missedCallbacks = 'status:NOT_REACHABLE callback:..now'

/** What waits for somebody today, whatever the period: a count that opens its list, or the calls. */
const tasks = [
  // As many as the calls offer: all that are open, without those promised a later call.
  {
    id: 'toCall',
    resource: 'orders',
    query: callable,
    less: `${callable} callback:now..`,
    icon: 'phone-call',
    to: paths.triage(),
  },
  {
    id: 'callbacks',
    resource: 'orders',
    query: missedCallbacks,
    icon: 'calendar-clock',
    to: paths.triage(missedCallbacks),
  },
  { id: 'outLong', resource: 'shippings', query: 'status:OUT_FOR_DELIVERY since:>48h', icon: 'truck' },
  {
    id: 'overdue',
    resource: 'invoices',
    query: `status:UN_PAID created:>${dueAfterDays}d`,
    icon: 'invoices',
  },
  { id: 'inbox', resource: 'intake', query: 'isOpen:true', icon: 'inbox' },
] as const satisfies readonly {
  id: string
  resource: 'orders' | 'shippings' | 'invoices' | 'intake'
  query: string
  /** What of it is not counted. */
  less?: string
  icon: IconName
  /** Where it is done, for those who may; others see its list. */
  to?: string
}[]

type Task = (typeof tasks)[number]

/** `readAt`: when the figures were read; the counts are read after them, again each time. */
export const ToDo = ({ readAt }: { readAt: number }) => {
  const { t, i18n } = useTranslation('dashboard')
  const { user } = useWorkspace()
  const open = tasks.filter(({ resource }) => admits(`/${resource}/list`, user))
  const counts = useCounts(open, readAt)
  const number = numberFormat(localeOf(i18n.language))
  if (open.length === 0) return null
  return (
    <nav aria-label={t('toDo.title')} className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
      <h2 className="mr-1 text-sm font-semibold">{t('toDo.title')}</h2>
      {counts !== null &&
        open.map((task) => {
          const { id, resource, query, icon } = task
          const count = counts[id]
          if (!count) return null
          const isCall = 'to' in task && admits('/orders/triage', user)
          return (
            <Link
              key={id}
              to={isCall ? task.to : paths.list(resource, query)}
              className="inline-flex min-h-8 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-sm hover:bg-hover pointer-coarse:min-h-11"
            >
              <Icon name={icon} className="text-ink-muted" />
              <span className="figures font-semibold">{number.format(count)}</span>
              {t(`toDo.${id}`, { count })}
            </Link>
          )
        })}
      {counts !== null && open.every(({ id }) => !counts[id]) && (
        <p className="text-sm text-ink-muted">{t('toDo.none')}</p>
      )}
    </nav>
  )
}

type Counts = Partial<Record<Task['id'], number>>

/** Totals of the lists; null until known. A list that cannot be read is left out. */
const useCounts = (open: readonly Task[], readAt: number): Counts | null => {
  const { api, country } = useWorkspace()
  const [counts, setCounts] = useState<Counts | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tasks of a role do not change; `readAt` asks again.
  useEffect(() => {
    if (readAt === 0) return
    const request = new AbortController()
    const { signal } = request
    const read = async (task: Task): Promise<Counts> => {
      const { id, resource, query } = task
      const count = async (some: string): Promise<number> => {
        const where = listWhere(resources[resource].list.filters, some, country)
        return (await api.list(resource, { where, limit: 1 }, { signal })).total
      }
      const counted = Promise.all([count(query), 'less' in task ? count(task.less) : 0])
      return counted.then(
        ([all, left]) => ({ [id]: Math.max(0, all - left) }),
        () => ({}),
      )
    }
    void Promise.all(open.map(read)).then((found) => {
      if (!signal.aborted) setCounts(Object.assign({}, ...found))
    })
    return () => request.abort()
  }, [api, country, readAt])
  return counts
}
