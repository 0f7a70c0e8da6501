import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { codeOf } from '../../../machines/failure.ts'
import { PartProblem } from '../../ui/feedback/part-problem.tsx'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'

type PartProps = { title: string; beside?: ReactNode; children: ReactNode }

/** A titled part of a record's page. */
export const Part = ({ title, beside, children }: PartProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-baseline gap-3 border-t border-line pt-3">
        <h2 id={id} className="min-w-0 flex-1 font-semibold">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** Text if there is nothing to show. */
  empty: string
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** A part with its own query: loading, data, empty or error. Keeps data while offline. */
export const Loaded = <Data,>({ query, empty, isEmpty, children }: LoadedProps<Data>) => {
  const { t } = useTranslation(['record', 'errors', 'list'])
  const { data, error } = query
  if (data !== undefined) {
    return isEmpty(data) ? <p className="text-sm text-ink-muted">{empty}</p> : children(data)
  }
  if (error === null) return <Skeleton lines={3} />
  return (
    <PartProblem
      title={t('record:failed')}
      detail={t(`errors:${codeOf(error)}`)}
      action={{ label: t('list:refresh'), onPress: () => void query.refetch() }}
    />
  )
}

type RecordLinkProps = { to: string; number: number; children: ReactNode; side?: ReactNode }

/** A link to another record, in one line. */
export const RecordLink = ({ to, number, children, side }: RecordLinkProps) => (
  <li>
    <Link
      to={to}
      className="-mx-2 flex min-h-8 items-center gap-3 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
    >
      <span className="figures w-14 shrink-0 text-ink-muted">{number}</span>
      <span className="flex min-w-0 flex-1 truncate">{children}</span>
      {side}
    </Link>
  </li>
)

/** A figure above its label. */
export const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col-reverse">
    <dt className="text-xs text-ink-muted">{name}</dt>
    <dd className="figures text-lg font-semibold">{children}</dd>
  </div>
)
