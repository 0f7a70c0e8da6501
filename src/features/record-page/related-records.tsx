import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { admits, type ListedResource, type ViewedResource } from '../../../domain/access/routes.ts'
import type { LiveEvent } from '../../../domain/changes/changes.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import type { Listed } from '../../api/call-options.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { previewColumnsOf } from '../records/record-facts.ts'
import { Loaded, Part, RecordLink } from './record-part.tsx'
import { concerns, useLiveQuery } from './use-live-query.ts'

const MAX_RELATED = 5

type RelatedRecordsProps = {
  record: Pick<AnyRecord, 'id'>
  of: ResourceName
  resource: ListedResource & ViewedResource
  where: Where
  title: string
  empty: string
}

/** The newest records of another list that refer to this one, and their number; nothing for who may not read them. */
export const RelatedRecords = (props: RelatedRecordsProps) => {
  const { user } = useWorkspace()
  return admits(`/${props.resource}/view/:id`, user) ? <ReadableRecords {...props} /> : null
}

const ReadableRecords = ({ record, of, resource, where, title, empty }: RelatedRecordsProps) => {
  const { t } = useTranslation(resource)
  const { api } = useWorkspace()
  const query = useLiveQuery<Listed<ResourceRecords[typeof resource]>>(
    {
      queryKey: queryKeys.recordPart(of, record.id, resource),
      queryFn: ({ signal }) => api.list(resource, { where, limit: MAX_RELATED }, { signal }),
    },
    (event, data) =>
      mayBring(event, resource) || (data?.items.some(({ id }) => concerns(event, resource, id)) ?? false),
  )
  const cell = (one: ResourceRecords[typeof resource], place: 'title' | 'side') =>
    previewColumnsOf(resource)
      .find(({ narrow }) => narrow === place)
      ?.cell(one)
  return (
    <Part
      title={title}
      beside={
        query.data && (
          <Link
            to={paths.list(resource, relatedQuery(where))}
            className="figures rounded-sm text-sm text-accent-text hover:underline"
          >
            {t(`${resource}:count`, { count: query.data.total })}
          </Link>
        )
      }
    >
      <Loaded query={query} empty={empty} isEmpty={({ items }) => items.length === 0}>
        {({ items }) => (
          <ul>
            {items.map((one) => (
              <RecordLink
                key={one.id}
                to={paths.view(resource, one.id)}
                number={one.number}
                side={cell(one, 'side')}
              >
                {cell(one, 'title')}
              </RecordLink>
            ))}
          </ul>
        )}
      </Loaded>
    </Part>
  )
}

/** Whether the event may add records of the list: also by a verb of another resource, as a taken offer its product, or an undo. */
export const mayBring = (
  { resource, verb }: Pick<LiveEvent, 'resource' | 'verb'>,
  listed: ResourceName,
): boolean =>
  resource === listed &&
  (verb.endsWith('.create') || comeByThemselves.has(listed) || !verb.startsWith(`${resources[listed].noun}.`))

/** Nobody creates them: events of shops are announced when they are worked on, deliveries when they are tried. */
const comeByThemselves: ReadonlySet<ResourceName> = new Set(['intake', 'deliveries'])

/** In the filter box's grammar. */
export const relatedQuery = (where: Where): string =>
  Object.entries(where)
    .map(([name, value]) => (name === 'keyword' ? value : `${name}:${value}`))
    .join(' ')
