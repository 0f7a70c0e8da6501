import { useTranslation } from 'react-i18next'
import type { Order } from '../../../domain/orders/order.ts'
import { addToComment, cancelReasons, noCancelReason } from '../../../domain/triage/claim.ts'
import type { Decision } from '../../../machines/triage/triage-types.ts'
import { CommandButton } from '../records/command-button.tsx'
import { CallbackPanel } from './callback-panel.tsx'
import { ChoicePanel } from './choice-panel.tsx'
import type { TriageQuestion } from './triage-desk.ts'

type OrderDockProps = {
  order: Order
  /** The order's comment as it stands on the screen, saved or not. */
  comment: string | null
  asks: Exclude<TriageQuestion, 'comment'> | null
  /** The outcome before this one is still being taken back. */
  isUndoing: boolean
  onDecide: (decision: Decision) => void
  onClose: () => void
}

/** What can come of the call, each with its key; a question about it stands in the same place. */
export const OrderDock = ({ order, comment, asks, isUndoing, onDecide, onClose }: OrderDockProps) => {
  const { t } = useTranslation(['triage', 'orders'])
  const cancel = (reason: string | null) =>
    onDecide({
      status: 'CANCELLED',
      ...(reason === null ? {} : { comment: addToComment(comment, reason) }),
    })
  return (
    <div className="desk:rounded-lg desk:border desk:border-line desk:bg-surface desk:p-2.5">
      {asks === 'cancel' && (
        <ChoicePanel
          title={t('cancel.title')}
          choices={[
            ...cancelReasons.map((id) => ({ id, label: t(`orders:cancelReason.${id}`) })),
            { id: noCancelReason, label: t('orders:cancelReason.none') },
          ]}
          typed={{ label: t('cancel.other'), onSubmit: cancel }}
          onChoose={(id) => cancel(id === noCancelReason ? null : t(`orders:cancelReason.${id}`))}
          onClose={onClose}
        />
      )}
      {asks === 'callback' && (
        <CallbackPanel
          country={order.country}
          onChoose={(at) => onDecide({ status: 'NOT_REACHABLE', callbackAt: at.toISOString() })}
          onClose={onClose}
        />
      )}
      {asks === null && (
        <fieldset
          aria-label={t('outcomes')}
          aria-busy={isUndoing || undefined}
          className="grid grid-cols-2 gap-2 md:max-desk:grid-cols-4 2xl:grid-cols-4"
        >
          {outcomes.map((command, index) => (
            <CommandButton
              key={command}
              command={command}
              variant={index === 0 ? 'primary' : 'secondary'}
              size="lg"
              className="min-h-11"
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

const outcomes = ['triage.confirm', 'triage.not-reachable', 'triage.callback', 'triage.cancel']
