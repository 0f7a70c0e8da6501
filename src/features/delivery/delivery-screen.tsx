import { useAtom } from '@xstate/store-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { whyNotMoveShipping } from '../../../domain/shippings/policy.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { lazyWithPreload, usePreload } from '../../lazy/lazy-with-preload.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Select, type SelectOption } from '../../ui/fields/select.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useNow } from '../../ui/format/clock.ts'
import { Money, moneyFormat } from '../../ui/format/money.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { preloadDecoder } from '../camera-scan/read-frame.ts'
import { cacheAppShell } from './cache-app-shell.ts'
import { CardSheets } from './card-sheets.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { NetworkBanner } from './network-banner.tsx'
import { strayDeliveries, withWaiting } from './optimistic-overlay.ts'
import {
  type CashInHand,
  type Day,
  type DayFigures,
  dayFigures,
  daySections,
  isFound,
  planDay,
} from './plan-day.ts'
import { StrayCard } from './stray-card.tsx'
import { useCards } from './use-cards.ts'
import { useDeliveries } from './use-deliveries.ts'

const ParcelScanner = lazyWithPreload(() => import('./parcel-scanner.tsx'))
const scannerParts = [ParcelScanner]

type DaySectionsProps = {
  day: Day
  cards: ReturnType<typeof useCards>
  /** Parcels of several couriers are shown. */
  withCourier: boolean
}

/**
 * Cards by section, in columns where there is room. All are siblings, so that a card that changes section keeps its element and
 * focus.
 */
export const DaySections = ({ day, cards, withCourier }: DaySectionsProps) => {
  const { t } = useTranslation('delivery')
  const { user } = useWorkspace()
  // An administrator sees the parcels of several couriers, who do not leave at once.
  const assigned = withCourier
    ? []
    : day.sections.now
        .map(({ shipping }) => shipping)
        .filter(
          (shipping) =>
            shipping.status === 'ASSIGNED' &&
            whyNotMoveShipping(user, shipping, { status: 'OUT_FOR_DELIVERY' }) === null,
        )
  return (
    <div className="grid grid-cols-1 gap-3 md:grid-cols-2 2xl:grid-cols-3">
      {daySections
        .filter((section) => day.sections[section].length > 0)
        .flatMap((section) => [
          <h2
            key={section}
            className="col-span-full flex items-baseline gap-2 pt-2 text-lg font-semibold not-first:pt-3"
          >
            {t(`section.${section}`)}
            <span className="figures text-sm font-normal text-ink-muted">{day.sections[section].length}</span>
          </h2>,
          section === 'now' && assigned.length > 1 && (
            <div key="take-all" className="col-span-full">
              <Button
                size="lg"
                icon="truck"
                className="min-h-12 max-sm:w-full pointer-coarse:min-h-12"
                onClick={() => void cards.takeOutAll(assigned)}
              >
                {t('takeAll.label', { count: assigned.length })}
              </Button>
            </div>
          ),
          ...day.sections[section].map((delivery) => (
            <DeliveryCard
              key={delivery.shipping.id}
              ref={cards.elementOf(delivery.shipping.id)}
              delivery={delivery}
              isActive={delivery.shipping.id === cards.activeId}
              withCourier={withCourier}
              onActivate={() => cards.activate(delivery.shipping.id)}
              onCorrect={() => cards.setSheet({ act: 'deliver', id: delivery.shipping.id })}
              onReturn={() =>
                cards.setSheet({ act: 'outcome', id: delivery.shipping.id, asked: 'shipping.return' })
              }
            />
          )),
        ])}
    </div>
  )
}

type DaySummaryProps = {
  figures: DayFigures
  /** Of one courier. */
  inHand: CashInHand | null
  country: CountryCode
  /** Of all couriers: their cash of earlier days is not counted. */
  isOfAll?: boolean
}

/**
 * Progress of the day, and cash to hand over with a link to past handovers. Set close on phones, where the first card's main
 * button stays in view below.
 */
export const DaySummary = ({ figures, inHand, country, isOfAll = false }: DaySummaryProps) => {
  const { t, i18n } = useTranslation(['delivery', 'handovers'])
  const { user } = useWorkspace()
  const { balance = 0, name = '', earnedToday = 0, earned = 0 } = inHand ?? {}
  const { currency } = countries[country]
  const owing = user.role === 'delivery' ? 'youOwe' : 'courierOwes'
  const owed = user.role === 'delivery' ? 'owedToYou' : 'owedToCourier'
  const money = moneyFormat(localeOf(i18n.language), currency, true)
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line short:order-last short:grid-cols-4 lg:grid-cols-4 max-sm:grid-cols-[auto_1fr_auto]">
      <Figure label={t('summary.left')}>{figures.left}</Figure>
      <Figure label={t('summary.toCollect')}>
        <Money amount={figures.toCollect} currency={currency} />
      </Figure>
      <Figure label={t('summary.delivered')}>{figures.delivered}</Figure>
      <Figure
        label={t(isOfAll ? 'summary.cashToday' : 'summary.cash')}
        link={
          <Link
            to={paths.list('handovers')}
            className="rounded-sm py-1 text-sm text-accent-text hover:underline pointer-coarse:py-2"
          >
            {t('handovers')}
          </Link>
        }
        notes={[
          ...(balance === 0
            ? []
            : [
                t(`handovers:earlier.${balance < 0 ? owing : owed}`, {
                  name,
                  amount: money(Math.abs(balance)),
                }),
              ]),
          ...(earnedToday === 0 && earned === 0
            ? []
            : [
                [
                  t('handovers:earnings.today', { amount: money(earnedToday) }),
                  // Nothing of it is settled, and nothing else is open.
                  ...(earned === earnedToday
                    ? []
                    : [t('handovers:earnings.open', { amount: money(earned) })]),
                ].join(' · '),
              ]),
        ]}
      >
        <Money amount={figures.cash} currency={currency} />
      </Figure>
    </dl>
  )
}

/** `notes`: sentences below, over the whole width of a phone. */
type FigureProps = { label: string; link?: ReactNode; notes?: readonly string[]; children: ReactNode }

const Figure = ({ label, link, notes = [], children }: FigureProps) => (
  <div
    className={cx(
      'flex min-w-0 flex-col bg-surface px-3 py-3 sm:px-4 max-sm:px-2 max-sm:py-1',
      link !== undefined &&
        'max-sm:col-span-full max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-center',
    )}
  >
    <dt className="text-sm text-ink-muted max-sm:text-xs">{label}</dt>
    <dd className="figures text-lg font-semibold sm:text-xl max-sm:text-base">{children}</dd>
    {notes.map((note) => (
      <dd key={note} className="text-sm text-ink-muted max-sm:col-span-full max-sm:row-start-auto">
        {note}
      </dd>
    ))}
    {link && <dd className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">{link}</dd>}
  </div>
)

type CourierPickerProps = { value: string | null; onChange: (courier: string | null) => void }

const everybody = 'all'

/** Selects one courier's round, or all. */
export const CourierPicker = ({ value, onChange }: CourierPickerProps) => {
  const { t } = useTranslation('delivery')
  const { api, country } = useWorkspace()
  const [couriers, setGuys] = useState<readonly SelectOption[]>([])
  useEffect(() => {
    const request = new AbortController()
    api.users
      .couriers(country, { signal: request.signal })
      .then(({ items }) => setGuys(items.map(({ id, name }) => ({ value: id, label: name }))))
      .catch(() => undefined)
    return () => request.abort()
  }, [api, country])
  return (
    <Select
      aria-label={t('courier.label')}
      className="min-w-48"
      value={value ?? everybody}
      options={[{ value: everybody, label: t('courier.everybody') }, ...couriers]}
      onValueChange={(courier) => onChange(courier === everybody ? null : courier)}
    />
  )
}

/** Today's round for phones: one card a parcel, works without a network. */
const DeliveryScreen = () => {
  // `form`: of the sheets, which open without a network from the first card on.
  const { t } = useTranslation(['delivery', 'commands', 'errors', 'list', 'camera', 'form'])
  const { user, country, outbox } = useWorkspace()
  const keysOf = useCommandKeys()
  const [params, edit] = useQueryParams()
  const [query, setQuery] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const isEverybodys = user.role === 'admin'
  const courier = isEverybodys ? params.get('guy') : null
  const { entries } = useAtom(outbox.view)
  const { phase, shippings, hidden, inHand, at, isStale, isStored, code, refresh } = useDeliveries(courier)
  const today = dayOf(new Date(useNow()), countries[country].timeZone)

  const deliveries = useMemo(() => withWaiting(shippings, entries), [shippings, entries])
  const whole = useMemo(() => planDay(deliveries, today, country), [deliveries, today, country])
  const stray = useMemo(() => strayDeliveries(shippings, entries, country), [shippings, entries, country])
  const figures = useMemo(() => dayFigures(whole, inHand, stray), [whole, inHand, stray])
  const day = useMemo(
    () =>
      planDay(query === '' ? deliveries : deliveries.filter((one) => isFound(one, query)), today, country),
    [deliveries, query, today, country],
  )
  const focusSearch = useCallback(() => box.current?.focus(), [])
  const clearSearch = useCallback(() => setQuery(''), [])
  const [isScanning, setScanning] = useState(false)
  const scan = useCallback(() => setScanning(true), [])
  const cards = useCards({ cards: day.all, refresh, focusSearch, clearSearch, scan })
  const { focusActive } = cards
  const [wasFound, setFound] = useState(false)
  useEffect(() => {
    if (!wasFound) return
    setFound(false)
    focusActive()
  }, [wasFound, focusActive])
  usePreload(scannerParts)
  // Only couriers work offline. Parcels first: without them the cached console is useless.
  const needsShell = isStored && user.role === 'delivery'
  useEffect(() => {
    if (!needsShell) return
    void cacheAppShell().catch(() => undefined)
    // The camera's decoder must be available without a network.
    void preloadDecoder().catch(() => undefined)
  }, [needsShell])
  useKeyContext('list')
  useKeyContext('resource:shippings')
  useKeyContext('deliveries')
  useKeyContext('card:next', cards.isNextOther)

  return (
    <Page
      title={t('commands:go.round.place')}
      actions={
        isEverybodys && (
          <CourierPicker
            value={courier}
            onChange={(next) =>
              edit((params) => (next === null ? params.delete('guy') : params.set('guy', next)))
            }
          />
        )
      }
    >
      <div className="-mx-4 mb-3 lg:-mx-6 small-phone:mb-0">
        <NetworkBanner isStale={isStale} code={code} at={at} country={country} onRefresh={refresh} />
      </div>
      {phase === 'loading' && <DeliverySkeleton />}
      {phase === 'failed' && (
        <ErrorState
          title={t('list:failed')}
          detail={t(`errors:${code}`)}
          action={{ label: t('list:refresh'), keys: keysOf('list.refresh'), onPress: refresh }}
        />
      )}
      {phase === 'ready' && (
        <div className="flex flex-col gap-4 small-phone:gap-2">
          {stray.map((one) => (
            <StrayCard key={one.record.id} stray={one} country={country} />
          ))}
          <DaySummary
            figures={figures}
            inHand={inHand}
            country={country}
            isOfAll={isEverybodys && courier === null}
          />
          <div className="flex items-center gap-2">
            <TextInput
              ref={box}
              className="flex-1"
              size="lg"
              icon="search"
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return
                event.preventDefault()
                if (event.key === 'Escape') setQuery('')
                cards.focusActive()
              }}
            />
            <Button size="lg" icon="scan" keys={keysOf('delivery.scan')} onClick={scan}>
              {t('camera:open')}
            </Button>
          </div>
          {hidden > 0 && <p className="text-sm text-ink-muted">{t('tooMany', { total: hidden })}</p>}
          {day.all.length === 0 ? (
            <EmptyState
              icon="package-check"
              title={t(query === '' ? 'empty' : 'notFound')}
              next={
                query === ''
                  ? [{ label: t('list:refresh'), keys: keysOf('list.refresh'), onPress: refresh }]
                  : [
                      {
                        label: t('list:emptyFilter'),
                        keys: keysOf('list.clear-filter'),
                        onPress: () => setQuery(''),
                      },
                    ]
              }
            />
          ) : (
            <DaySections day={day} cards={cards} withCourier={isEverybodys && courier === null} />
          )}
        </div>
      )}
      <CardSheets cards={cards} deliveries={day.all} />
      {isScanning && (
        <ParcelScanner
          deliveries={whole.all}
          onFound={(id) => {
            setScanning(false)
            setQuery('')
            cards.activate(id)
            setFound(true)
          }}
          onClose={() => setScanning(false)}
        />
      )}
    </Page>
  )
}

/** Placeholder of figures, search and first cards. */
const DeliverySkeleton = () => (
  <div className="flex flex-col gap-4">
    <div className="grid h-37 grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:h-18.5 md:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((figure) => (
        <div key={figure} className="bg-surface px-4 py-3">
          <Skeleton lines={2} />
        </div>
      ))}
    </div>
    <div className="h-10 rounded-md border border-line bg-surface" />
    <Skeleton className="mt-3 max-w-60" />
    <div className="grid gap-3 lg:grid-cols-2">
      {['a', 'b'].map((card) => (
        <div
          key={card}
          className="flex h-83 flex-col justify-between rounded-lg border border-line bg-surface p-4"
        >
          <Skeleton lines={6} />
          <div className="grid grid-cols-3 gap-2">
            <div className="col-span-3 h-12 rounded-md bg-hover" />
            {['call', 'map', 'other'].map((button) => (
              <div key={button} className="h-12 rounded-md bg-hover" />
            ))}
          </div>
        </div>
      ))}
    </div>
  </div>
)

export default DeliveryScreen
