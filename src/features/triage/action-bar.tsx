import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { callbackTimes, readCallbackTime } from '../../../domain/triage/callback-times.ts'
import { addToComment, cancelReasons, noCancelReason } from '../../../domain/triage/claim.ts'
import type { Decision } from '../../../machines/triage/triage-types.ts'
import { CommandButton } from '../records/command-button.tsx'
import { ChoicePanel } from './choice-panel.tsx'
import type { TriageQuestion } from './triage-actions.ts'
import { zoneTime } from './zone-time.ts'

type CallbackPanelProps = { country: CountryCode; onChoose: (at: Date) => void; onClose: () => void }

/** When the customer is to be called again, by the clocks of their country. */
export const CallbackPanel = ({ country, onChoose, onClose }: CallbackPanelProps) => {
  const { t, i18n } = useTranslation(['triage', 'countries'])
  const { timeZone } = countries[country]
  const [now] = useState(() => new Date())
  const [times] = useState(() => callbackTimes(now, timeZone))
  const locale = localeOf(i18n.language)
  const written = (at: Date) => {
    const { there, here } = zoneTime(at, country, locale, now)
    return here === null ? there : t('triage:bothTimes', { there, here })
  }
  return (
    <ChoicePanel
      title={t('triage:callback.title')}
      note={t('triage:callback.clock', { time: written(now), country: t(`countries:${country}`) })}
      choices={times.map(({ id, at }) => ({
        id,
        label: t(`triage:callback.${id}`),
        detail: at === null ? t('triage:callback.past') : zoneTime(at, country, locale, at).there,
        isDisabled: at === null,
      }))}
      typed={{
        label: t('triage:callback.typed'),
        check: (text) => {
          const at = readCallbackTime(text, new Date(), timeZone)
          return at === null ? t('triage:callback.unread') : written(at)
        },
        onSubmit: (text) => {
          const at = readCallbackTime(text, new Date(), timeZone)
          if (at !== null) onChoose(at)
        },
      }}
      onChoose={(id) => {
        const time = times.find((offered) => offered.id === id)
        if (time?.at) onChoose(time.at)
      }}
      onClose={onClose}
    />
  )
}

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
export const ActionBar = ({ order, comment, asks, isUndoing, onDecide, onClose }: OrderDockProps) => {
  const { t } = useTranslation(['triage', 'orders'])
  const cancel = (reason: string | null) =>
    onDecide({
      status: 'CANCELLED',
      ...(reason === null ? {} : { comment: addToComment(comment, reason) }),
    })
  return (
    <div className="lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-2.5">
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
          className="grid grid-cols-2 gap-2 md:max-lg:grid-cols-4 2xl:grid-cols-4"
        >
          {outcomes.map((command, index) => (
            <CommandButton
              key={command}
              command={command}
              variant={index === 0 ? 'primary' : 'secondary'}
              size="lg"
              className="min-h-11 leading-tight [&_.truncate]:whitespace-normal"
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

const outcomes = ['triage.confirm', 'triage.not-reachable', 'triage.callback', 'triage.cancel']
