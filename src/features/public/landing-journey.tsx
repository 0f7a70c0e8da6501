import { useTranslation } from 'react-i18next'
import { invoiceLooks, orderLooks, type StatusLook, shippingLooks } from '../../resources/status-tones.ts'
import { StatusBadge } from '../../ui/told/status-badge.tsx'
import { LandingSection } from './landing-section.tsx'

/** From the call to the money: the statuses of an order that goes well, as the console shows them. */
export const LandingJourney = () => {
  const { t } = useTranslation(['public', 'orders', 'shippings', 'invoices'])
  return (
    <LandingSection title={t('public:journey.title')} lead={t('public:journey.lead')}>
      <ol className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {stations.map(({ id, status, look }, index) => (
          <li key={id} className="flex flex-col items-start gap-3 bg-surface p-5">
            <span className="flex w-full items-center justify-between gap-3">
              <StatusBadge tone={look.tone} icon={look.icon}>
                {t(status)}
              </StatusBadge>
              <span aria-hidden="true" className="figures text-sm text-ink-faint">
                {index + 1}
              </span>
            </span>
            <span className="text-pretty text-ink-muted">{t(`public:journey.${id}`)}</span>
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}

const stations = [
  { id: 'called', status: 'orders:status.PENDING', look: orderLooks.PENDING },
  { id: 'confirmed', status: 'orders:status.CONFIRMED', look: orderLooks.CONFIRMED },
  { id: 'assigned', status: 'shippings:status.ASSIGNED', look: shippingLooks.ASSIGNED },
  { id: 'out', status: 'shippings:status.OUT_FOR_DELIVERY', look: shippingLooks.OUT_FOR_DELIVERY },
  { id: 'delivered', status: 'shippings:status.DELIVERED', look: shippingLooks.DELIVERED },
  { id: 'paid', status: 'invoices:status.PAID', look: invoiceLooks.PAID },
] as const satisfies readonly { id: string; status: string; look: StatusLook }[]
