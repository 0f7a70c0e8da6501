import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { isTakenBack, type StockMovement } from '../../../domain/fulfillment/stock-movement.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import type { Manifest } from '../../../domain/manifests/manifest.ts'
import type { Product } from '../../../domain/products/product.ts'
import { queryKeys } from '../../api/query-client.ts'
import { MoneyCell, StatusCell } from '../../resources/cells/cells.tsx'
import { shippingLooks } from '../../resources/shared/status-tones.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { Loaded, Part, RecordLink } from './record-part.tsx'
import { concerns, useLiveQuery } from './use-live-query.ts'

const FIRST_LINES = 8
const MORE_LINES = 100
/** Maximum page size of the API. */
const MAX_LINES = 500

/** Stock movements of a product, newest first. */
export const StockMovements = ({ product: { id, country } }: { product: Product }) => {
  const { t } = useTranslation(['products', 'history'])
  const { api } = useWorkspace()
  const [limit, setLimit] = useState(FIRST_LINES)
  const query = useLiveQuery(
    {
      queryKey: queryKeys.recordPart('products', id, `movements ${limit}`),
      queryFn: ({ signal }) => api.products.movements(id, { limit }, { signal }),
      placeholderData: keepPreviousData,
    },
    (event) => concerns(event, 'products', id),
  )
  return (
    <Part title={t('products:movements.title')}>
      <Loaded query={query} empty={t('products:movements.empty')} isEmpty={({ total }) => total === 0}>
        {({ items, total }) => (
          <>
            <ul>
              {items.map((movement) => (
                <MovementLine key={movement.id} movement={movement} timeZone={countries[country].timeZone} />
              ))}
            </ul>
            {total > items.length && limit < MAX_LINES && (
              <Button
                size="sm"
                variant="ghost"
                pending={query.isPlaceholderData}
                onClick={() => setLimit(Math.min(limit + MORE_LINES, MAX_LINES))}
              >
                {t('history:more', { total })}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Part>
  )
}

type MovementLineProps = { movement: StockMovement; timeZone: string }

const MovementLine = ({ movement, timeZone }: MovementLineProps) => {
  const { t, i18n } = useTranslation(['products', 'history'])
  const { at, reason, pieces, actorName, note } = movement
  const signed = numberFormat(localeOf(i18n.language), { signDisplay: 'exceptZero' })
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
      <span className={`figures w-14 shrink-0 text-end font-medium ${pieces < 0 ? '' : 'text-success'}`}>
        {signed.format(pieces)}
      </span>
      <span className="min-w-0 flex-1">
        {t(`products:movements.reason.${reason}`)}
        {isTakenBack(movement) && ` · ${t('products:movements.takenBack')}`}
        <MovementSource movement={movement} />
        {note !== null && <span className="block wrap-anywhere text-ink-muted">{note}</span>}
      </span>
      <span className="text-ink-muted max-sm:basis-full max-sm:ps-17">
        {actorName ?? t('history:server')} · <RelativeTime value={at} timeZone={timeZone} style="short" />
      </span>
    </li>
  )
}

/** The parcel or expedition of the movement; for sellers, who read no parcels, the order. */
const MovementSource = ({ movement }: { movement: StockMovement }) => {
  const { t } = useTranslation(['products', 'shippings', 'orders', 'expeditions'])
  const { user } = useWorkspace()
  const { shipping, shippingNumber, order, orderNumber, expedition, expeditionNumber } = movement
  const sources = [
    { resource: 'shippings', id: shipping, number: shippingNumber },
    { resource: 'orders', id: order, number: orderNumber },
    { resource: 'expeditions', id: expedition, number: expeditionNumber },
  ] as const
  const source = sources.find(({ resource, id }) => id !== null && admits(`/${resource}/view/:id`, user))
  if (source === undefined || source.id === null) return null
  return (
    <>
      {' · '}
      <Link
        to={paths.view(source.resource, source.id)}
        // Within text, where colour alone does not tell a link.
        className="rounded-sm text-accent-text underline"
      >
        {t(`${source.resource}:numbered`, { number: source.number })}
      </Link>
    </>
  )
}

const FIRST_PARCELS = 20

/** Parcels of a manifest with their present status. */
export const ManifestLines = ({ record: { id, country } }: { record: Manifest }) => {
  const { t } = useTranslation(['manifests', 'shippings', 'history'])
  const { api } = useWorkspace()
  const [isWhole, setWhole] = useState(false)
  const query = useLiveQuery(
    {
      queryKey: queryKeys.recordPart('manifests', id, 'lines'),
      queryFn: ({ signal }) => api.manifests.one(id, { signal }),
      placeholderData: keepPreviousData,
    },
    (event, manifest) =>
      concerns(event, 'manifests', id) ||
      (event.resource === 'shippings' &&
        (event.ids === null ||
          manifest?.lines.some(({ shipping }) => event.ids?.includes(shipping)) === true)),
  )
  return (
    <Part title={t('manifests:fields.parcels')}>
      <Loaded query={query} empty={t('manifests:noLines')} isEmpty={({ lines }) => lines.length === 0}>
        {({ lines }) => (
          <>
            <ul>
              {lines.slice(0, isWhole ? lines.length : FIRST_PARCELS).map((line) => (
                <RecordLink
                  key={line.id}
                  to={paths.view('shippings', line.shipping)}
                  number={line.shippingNumber}
                  side={
                    <>
                      <MoneyCell amount={line.amount} country={country} />
                      <StatusCell
                        look={shippingLooks[line.status]}
                        label={`shippings:status.${line.status}`}
                      />
                    </>
                  }
                >
                  <bdi className="truncate">{line.customerName}</bdi>
                </RecordLink>
              ))}
            </ul>
            {!isWhole && lines.length > FIRST_PARCELS && (
              <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
                {t('history:more', { total: lines.length })}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Part>
  )
}
