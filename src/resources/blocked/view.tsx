import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { TextCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { blockedActions } from './commands.ts'

export const blockedView = defineView(blockedActions, {
  columns: columnsOf('blocked', {
    number: {},
    phone: {},
    reason: { narrow: 'line', width: 280, minWidth: 140 },
    refuses: { width: 170, cell: ({ refuses }) => <Refuses refuses={refuses} /> },
    until: {},
    inForce: { narrow: 'side', cell: ({ inForce }) => <State isInForce={inForce} /> },
    owner: {},
    createdAt: {},
  }),
  related: [
    {
      resource: 'orders',
      where: ({ phone, country }) => ({ keyword: phone, country }),
      titleKey: 'record:ordersOfBlocked',
      emptyKey: 'record:noOrders',
    },
  ],
})

/** Marking alone is the usual, and nothing to warn of. */
const Refuses = ({ refuses }: { refuses: boolean }) => {
  const { t } = useTranslation(['users', 'record'])
  return <TextCell value={refuses ? t('users:yes') : null} />
}

const State = ({ isInForce }: { isInForce: boolean }) => {
  const { t } = useTranslation('blocked')
  return isInForce ? (
    <StatusBadge tone="danger" icon="ban">
      {t('states.inForce')}
    </StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{t('states.over')}</StatusBadge>
  )
}
