import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import type { Role } from '../../../domain/access/permissions.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { User } from '../../../domain/users/user.ts'
import { codeOf } from '../../../machines/failure.ts'
import type { Listed } from '../../api/call-options.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { Figure, Part } from './record-part.tsx'
import { relatedQuery } from './related-records.tsx'
import { useLiveQuery } from './use-live-query.ts'

type RoleFact = { resource: ResourceName; where: (user: User) => Where; labelKey: string }

const ownedBy = ({ id, country }: User): Where => ({ owner: id, country })

/** Counts by role, each linked to its list. */
const roleFacts: Record<Role, readonly RoleFact[]> = {
  admin: [],
  seller: [
    { resource: 'orders', where: ownedBy, labelKey: 'orders:title' },
    { resource: 'products', where: ownedBy, labelKey: 'products:title' },
    { resource: 'shippings', where: ownedBy, labelKey: 'shippings:title' },
    { resource: 'invoices', where: ownedBy, labelKey: 'invoices:title' },
    { resource: 'payouts', where: ownedBy, labelKey: 'payouts:title' },
  ],
  agent: [{ resource: 'shippings', where: ({ country }) => ({ country }), labelKey: 'shippings:title' }],
  moderator: [{ resource: 'invoices', where: ({ country }) => ({ country }), labelKey: 'invoices:title' }],
  delivery: [
    {
      resource: 'shippings',
      where: ({ id, country }) => ({ deliveryGuy: id, country }),
      labelKey: 'shippings:title',
    },
    {
      resource: 'shippings',
      where: ({ id, country }) => ({ deliveryGuy: id, country, status: 'OUT_FOR_DELIVERY' }),
      labelKey: 'shippings:status.OUT_FOR_DELIVERY',
    },
    {
      resource: 'shippings',
      where: ({ id, country }) => ({ deliveryGuy: id, country, status: 'DELIVERED' }),
      labelKey: 'shippings:status.DELIVERED',
    },
    {
      resource: 'manifests',
      where: ({ id, country }) => ({ deliveryGuy: id, country, status: 'OPEN' }),
      labelKey: 'manifests:open',
    },
  ],
}

export const UserParts = ({ record }: { record: User }) => {
  const { t } = useTranslation([
    'record',
    'users',
    'orders',
    'products',
    'shippings',
    'invoices',
    'payouts',
    'manifests',
  ])
  const facts = roleFacts[record.role]
  if (facts.length === 0) return null
  return (
    <Part title={t(`users:role.${record.role}`)}>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map((fact) => (
          <CountOf key={fact.labelKey} user={record} fact={fact} name={t(fact.labelKey)} />
        ))}
      </dl>
    </Part>
  )
}

const CountOf = ({ user, fact, name }: { user: User; fact: RoleFact; name: string }) => {
  const { t } = useTranslation(['list', 'errors'])
  const { api } = useWorkspace()
  const { resource, labelKey } = fact
  const where = fact.where(user)
  const { data, error } = useLiveQuery<Listed<unknown>>(
    {
      queryKey: queryKeys.recordPart('users', user.id, labelKey),
      queryFn: ({ signal }) => api.list(resource, { where, limit: 1 }, { signal }),
      staleTime: 60_000,
    },
    () => false,
  )
  return (
    <Figure name={name}>
      {data ? (
        <Link
          to={paths.list(resource, relatedQuery(where))}
          className="rounded-sm text-accent-text hover:underline"
          aria-label={`${name} ${data.total}`}
        >
          {data.total}
        </Link>
      ) : (
        <span title={error === null ? undefined : t(`errors:${codeOf(error)}`)}>{t('list:none')}</span>
      )}
    </Figure>
  )
}
