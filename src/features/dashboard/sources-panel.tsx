import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { countries } from '../../../domain/core/countries.ts'
import type { Source } from '../../../domain/sources/source.ts'
import { queryKeys } from '../../api/query-client.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { FigureLink, Panel } from './panel.tsx'

const MAX_SOURCES = 6

/** Health of the sources: when each last told of an order, what waits, and why one fails. Nothing without sources. */
export const SourcesPanel = () => {
  const { t } = useTranslation(['dashboard', 'sources', 'intake'])
  const { api, country, user } = useWorkspace()
  const { data } = useQuery({
    queryKey: queryKeys.sourceHealth(country),
    queryFn: ({ signal }) => api.list('sources', { where: { country }, limit: MAX_SOURCES }, { signal }),
    enabled: admits('/sources/list', user),
  })
  if (!data || data.total === 0) return null
  return (
    <Panel
      title={t('sources:title')}
      aside={
        <FigureLink to={paths.list('sources')} className="inline-flex min-h-6 items-center rounded-sm px-1">
          {t('sources:count', { count: data.total })}
        </FigureLink>
      }
    >
      <ul className="-mx-2 flex flex-col">
        {data.items.map((source) => (
          <Health key={source.id} source={source} />
        ))}
      </ul>
    </Panel>
  )
}

const Health = ({ source }: { source: Source }) => {
  const { t } = useTranslation(['dashboard', 'sources', 'errors', 'intake'])
  const { id, name, isActive, lastEventAt, waiting, askFailure, country } = source
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 px-2 text-sm">
      <FigureLink
        to={paths.view('sources', id)}
        className="min-w-0 flex-1 basis-40 truncate rounded-sm py-0.5 font-medium"
      >
        <span dir="auto">{name}</span>
      </FigureLink>
      {askFailure !== null && <span className="wrap-anywhere text-danger">{t(`errors:${askFailure}`)}</span>}
      {!isActive ? (
        <span className="text-ink-muted">{t('dashboard:source.off')}</span>
      ) : lastEventAt === null ? (
        <span className="text-ink-muted">{t('dashboard:source.never')}</span>
      ) : (
        <span className="text-ink-muted">
          {t('sources:fields.lastEventAt')}{' '}
          <RelativeTime value={lastEventAt} timeZone={countries[country].timeZone} style="short" />
        </span>
      )}
      {waiting > 0 && (
        <FigureLink
          to={paths.list('intake', `source:${id} isOpen:true`)}
          className="figures inline-flex min-h-6 items-center rounded-sm px-1 whitespace-nowrap text-warning"
        >
          {waiting} {t('dashboard:toDo.inbox', { count: waiting })}
        </FigureLink>
      )}
    </li>
  )
}
