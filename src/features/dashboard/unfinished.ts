import type { Figure } from '../../../domain/analytics/analytics.ts'
import type { FigureName } from '../../../domain/analytics/figures.ts'

type Counts = Record<(typeof counted)[number], number>

/** What an order's way is counted by: it ends cancelled, delivered, returned or lost. */
const counted = [
  'orders',
  'cancelled',
  'delivered',
  'returned',
  'lost',
] as const satisfies readonly FigureName[]

/** Figures that grow while the orders of a period go on: before that they are low, not worse. */
export const growing: ReadonlySet<FigureName> = new Set<FigureName>([
  'confirmationRate',
  'deliveryRate',
  'collected',
  'net',
])

/** Below this the orders that go on change no figure that is seen. */
const MIN_SHARE = 0.05

/**
 * Share of the period's orders that are neither cancelled nor delivered, returned or lost yet; null where it does not exceed
 * that of the period before, so that the two compare fairly.
 */
export const unfinishedShare = (
  figureOf: (name: FigureName) => Pick<Figure, 'value' | 'previous'>,
): number | null => {
  const now = openShare((name) => figureOf(name).value)
  const before = openShare((name) => figureOf(name).previous)
  return now >= MIN_SHARE && now > before ? now : null
}

const openShare = (countOf: (name: FigureName) => number | null): number => {
  const counts = Object.fromEntries(counted.map((name) => [name, countOf(name) ?? 0])) as Counts
  const { orders, cancelled, delivered, returned, lost } = counts
  return orders === 0 ? 0 : (orders - cancelled - delivered - returned - lost) / orders
}
