import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DeliveryCard } from './delivery-card.tsx'
import { type Day, daySections } from './plan-day.ts'
import type { useCards } from './use-cards.ts'

type DaySectionsProps = {
  day: Day
  cards: ReturnType<typeof useCards>
  /** More than one person's parcels are shown. */
  withGuy: boolean
}

/** The cards, part by part; two or three beside each other where there is room. */
export const DaySections = ({ day, cards, withGuy }: DaySectionsProps) => {
  const { t } = useTranslation('delivery')
  const id = useId()
  return daySections
    .filter((section) => day.sections[section].length > 0)
    .map((section) => (
      <section key={section} aria-labelledby={`${id}-${section}`} className="flex flex-col gap-3">
        <h2 id={`${id}-${section}`} className="flex items-baseline gap-2 pt-2 text-lg font-semibold">
          {t(`section.${section}`)}
          <span className="figures text-sm font-normal text-ink-muted">{day.sections[section].length}</span>
        </h2>
        <div className="grid grid-cols-1 gap-3 md:grid-cols-2 2xl:grid-cols-3">
          {day.sections[section].map((delivery) => (
            <DeliveryCard
              key={delivery.shipping.id}
              ref={cards.elementOf(delivery.shipping.id)}
              delivery={delivery}
              isActive={delivery.shipping.id === cards.activeId}
              withGuy={withGuy}
              onActivate={() => cards.activate(delivery.shipping.id)}
              onReturn={() =>
                cards.setSheet({ act: 'outcome', id: delivery.shipping.id, asked: 'shipping.return' })
              }
            />
          ))}
        </div>
      </section>
    ))
}
