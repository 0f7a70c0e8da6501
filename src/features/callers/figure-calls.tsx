import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import type { CallFigure, FigureCall } from '../../../domain/calls/caller-figures.ts'
import { countries } from '../../../domain/core/countries.ts'
import type { FiguresAsked } from '../../api/endpoints/calls.ts'
import { queryKeys } from '../../api/query-client.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

type FigureCallsProps = { figure: CallFigure; asked: FiguresAsked; onClose: () => void }

const shown = 100

/** The calls that a figure counts, last first. */
export const FigureCalls = ({ figure, asked, onClose }: FigureCallsProps) => {
  const { t } = useTranslation(['callers', 'orders', 'shippings', 'common', 'list'])
  const { api } = useWorkspace()
  const query = { ...asked, figure, limit: shown }
  const { data } = useQuery({
    queryKey: queryKeys.figureCalls(query),
    queryFn: ({ signal }) => api.callers.calls(query, { signal }),
  })
  return (
    <section
      aria-label={t(`callers:lists.${figure}`)}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h2 className="text-base font-semibold">
          {t(`callers:lists.${figure}`)}
          {data !== undefined && (
            <span className="figures font-normal text-ink-muted">
              {' '}
              {t('callers:lists.count', { count: data.total })}
            </span>
          )}
        </h2>
        <IconButton size="sm" icon="x" label={t('common:close')} onClick={onClose} />
      </div>
      {data === undefined ? (
        <Skeleton lines={4} />
      ) : data.total === 0 ? (
        <p className="text-sm text-ink-muted">{t('callers:lists.none')}</p>
      ) : (
        <ul className="flex flex-col text-sm">
          {data.items.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </ul>
      )}
      {data !== undefined && data.total > data.items.length && (
        <p className="text-sm text-ink-muted">{t('callers:lists.first', { count: data.items.length })}</p>
      )}
    </section>
  )
}

const Call = ({ call }: { call: FigureCall }) => {
  const { t } = useTranslation(['callers', 'orders', 'shippings'])
  const { country } = useWorkspace()
  const { timeZone } = countries[country]
  const { order, number, customerName, productName, callerName, at, outcome, callbackAt } = call
  const { status, shippingStatus } = call
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-1.5 first:border-0">
      <Link to={paths.view('orders', order)} className="figures w-16 underline-offset-2 hover:underline">
        {number}
      </Link>
      <span className="min-w-0 flex-1 basis-48 truncate">
        <bdi>{customerName}</bdi> <span className="text-ink-muted">{productName}</span>
      </span>
      <span>{callbackAt === null ? t(`orders:status.${outcome}`) : t('callers:lists.promised')}</span>
      <span className="text-ink-muted">
        {t('callers:lists.now', {
          status:
            shippingStatus === null ? t(`orders:status.${status}`) : t(`shippings:status.${shippingStatus}`),
        })}
      </span>
      <span className="text-ink-muted">
        <bdi>{callerName}</bdi>,{' '}
        <RelativeTime value={at} timeZone={timeZone} style="short" focusable={false} />
      </span>
    </li>
  )
}
