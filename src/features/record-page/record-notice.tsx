import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

/** What is to be known before anything of the record is read. */
export const RecordNotice = ({ resource, record }: { resource: ResourceName; record: AnyRecord }) =>
  resource === 'orders' && (record as Order).isBlocked ? <BlockedCustomer order={record as Order} /> : null

/** Why the customer is blocked; leads to the blocks of the number for those who may read them. */
const BlockedCustomer = ({ order: { blockedReason, customerPhone } }: { order: Order }) => {
  const { t } = useTranslation(['orders', 'blocked'])
  const { user } = useWorkspace()
  return (
    <p className="flex items-start gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-sm">
      <Icon name="ban" className="mt-0.5 text-danger" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {t('orders:blockedFor', { reason: blockedReason })}
      </span>
      {admits('/blocked/list', user) && (
        <Link
          to={paths.list('blocked', customerPhone)}
          className="shrink-0 rounded-sm text-accent-text hover:underline"
        >
          {t('blocked:title')}
        </Link>
      )}
    </p>
  )
}
