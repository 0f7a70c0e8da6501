import { useTranslation } from 'react-i18next'
import { whyNotMoveShipping } from '../../../domain/shippings/policy.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { mapLink } from './map-link.ts'

type CardActionsProps = {
  shipping: Shipping
  onActivate: () => void
  /** Opens the question whether the parcel is back at the depot. */
  onReturn: () => void
}

/** The next step, large (for a refused parcel its return, where the reader may record it), and beside it the call, the way there and everything else that may have happened. */
export const CardActions = ({ shipping, onActivate, onReturn }: CardActionsProps) => {
  const { t } = useTranslation(['delivery', 'commands'])
  const { user, run } = useWorkspace()
  const { number, country, customerAddress, customerPhone } = shipping
  const isRefused = shipping.status === 'REFUSED'
  const mayReturn = isRefused && whyNotMoveShipping(user, shipping, { status: 'RETURNED' }) === null
  const isOut = shipping.status === 'OUT_FOR_DELIVERY'
  const maySend = whyNotMoveShipping(user, shipping, { status: 'OUT_FOR_DELIVERY' }) === null
  const act = (command: string) => () => {
    onActivate()
    run(command)
  }
  return (
    <div className="mt-auto flex flex-col gap-2 pt-1">
      {isOut && (
        <Button
          variant="primary"
          size="lg"
          icon="package-check"
          className="min-h-12 pointer-coarse:min-h-12"
          aria-label={t('act.deliverNumber', { number })}
          onClick={act('delivery.hand-over')}
        >
          {t('act.deliver')}
        </Button>
      )}
      {mayReturn && (
        <Button
          variant="primary"
          size="lg"
          icon="rotate-ccw"
          className="min-h-12 pointer-coarse:min-h-12"
          aria-label={t('act.returnNumber', { number })}
          onClick={onReturn}
        >
          {t('act.return')}
        </Button>
      )}
      {!isOut && maySend && (
        <Button
          variant={isRefused ? 'secondary' : 'primary'}
          size="lg"
          icon="truck"
          className="min-h-12 pointer-coarse:min-h-12"
          aria-label={t('act.dispatchNumber', { number })}
          onClick={act('shipping.dispatch')}
        >
          {t('act.dispatch')}
        </Button>
      )}
      <div className="grid grid-cols-3 gap-2">
        <ActionLink
          icon="phone-call"
          href={`tel:${customerPhone}`}
          label={t('act.callNumber', { number })}
          word={t('act.call')}
        />
        <ActionLink
          icon="map-pin"
          href={mapLink(customerAddress, country, navigator.userAgent)}
          label={t('act.mapNumber', { number })}
          word={t('act.map')}
        />
        <Button
          size="lg"
          icon="more"
          className="min-h-12 pointer-coarse:min-h-12 px-2"
          aria-label={t('act.otherNumber', { number })}
          onClick={act('delivery.outcome')}
        >
          {t('act.other')}
        </Button>
      </div>
    </div>
  )
}

type ActionLinkProps = { icon: IconName; href: string; label: string; word: string }

const ActionLink = ({ icon, href, label, word }: ActionLinkProps) => (
  <a
    href={href}
    aria-label={label}
    {...(href.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {})}
    className="inline-flex min-h-12 items-center justify-center gap-1.5 rounded-md border border-line-strong bg-raised px-2 font-medium text-ink hover:bg-hover"
  >
    <Icon name={icon} />
    <span className="truncate">{word}</span>
  </a>
)
