import { useAtom } from '@xstate/store-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/countries.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useNow } from '../../ui/figures/clock.ts'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CardSheets } from './card-sheets.tsx'
import { DaySections } from './day-sections.tsx'
import { DaySummary } from './day-summary.tsx'
import { GuyPicker } from './guy-picker.tsx'
import { keepShell } from './keep-shell.ts'
import { NetworkBanner } from './network-banner.tsx'
import { withWaiting } from './overlay.ts'
import { dayFigures, isFound, planDay } from './plan-day.ts'
import { useCards } from './use-cards.ts'
import { useDeliveries } from './use-deliveries.ts'

/** The round of today, made for one hand in the street: every parcel a card, and nothing lost without a network. */
const DeliveryScreen = () => {
  const { t } = useTranslation(['delivery', 'commands', 'errors', 'list'])
  const { user, country, outbox } = useWorkspace()
  const keysOf = useCommandKeys()
  const [params, edit] = useQueryParams()
  const [query, setQuery] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const isEverybodys = user.role === 'admin'
  const guy = isEverybodys ? params.get('guy') : null
  const { entries } = useAtom(outbox.view)
  const { phase, shippings, hidden, at, isStale, isStored, code, refresh } = useDeliveries(guy)
  const today = dayOf(new Date(useNow()), countries[country].timeZone)

  const deliveries = useMemo(() => withWaiting(shippings, entries), [shippings, entries])
  const figures = useMemo(() => dayFigures(planDay(deliveries, today, country)), [deliveries, today, country])
  const day = useMemo(
    () =>
      planDay(query === '' ? deliveries : deliveries.filter((one) => isFound(one, query)), today, country),
    [deliveries, query, today, country],
  )
  const focusSearch = useCallback(() => box.current?.focus(), [])
  const clearSearch = useCallback(() => setQuery(''), [])
  const cards = useCards({ cards: day.all, refresh, focusSearch, clearSearch })
  // Others only look at a round at their desk. Stored parcels first: the stored console is of no use without them.
  const needsShell = isStored && user.role === 'delivery'
  useEffect(() => {
    if (needsShell) void keepShell().catch(() => undefined)
  }, [needsShell])
  useKeyContext('list')
  useKeyContext('resource:shippings')
  useKeyContext('deliveries')

  return (
    <Page
      title={t('commands:go.deliveries.place')}
      actions={
        isEverybodys && (
          <GuyPicker
            value={guy}
            onChange={(next) =>
              edit((params) => (next === null ? params.delete('guy') : params.set('guy', next)))
            }
          />
        )
      }
    >
      <div className="-mx-4 mb-3 desk:-mx-6">
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
        <div className="flex flex-col gap-4">
          <DaySummary figures={figures} country={country} />
          <TextInput
            ref={box}
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
            <DaySections day={day} cards={cards} withGuy={isEverybodys && guy === null} />
          )}
        </div>
      )}
      <CardSheets cards={cards} deliveries={day.all} />
    </Page>
  )
}

/** The figures of the day, the search and the first parcels. */
const DeliverySkeleton = () => (
  <div aria-hidden="true" className="flex flex-col gap-4">
    <div className="grid h-37 grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:h-18.5 md:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((figure) => (
        <div key={figure} className="bg-surface px-4 py-3">
          <Skeleton lines={2} />
        </div>
      ))}
    </div>
    <div className="h-10 rounded-md border border-line bg-surface" />
    <Skeleton className="mt-3 max-w-60" />
    <div className="grid gap-3 desk:grid-cols-2">
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
