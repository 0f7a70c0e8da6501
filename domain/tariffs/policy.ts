import type { Code } from '../core/codes.ts'
import { type DatedTariff, isBaseTariff } from './choose-tariff.ts'
import type { TariffInput } from './tariff.ts'

type Bounds = Pick<TariffInput, 'from' | 'to' | 'cashLeast' | 'cashMost'>

/** Code why a tariff cannot have these days and bounds, or null. */
export const whyNotBounds = ({ from, to, cashLeast, cashMost }: Bounds): Code | null => {
  if ([from, to].some((day) => day != null && day.length !== 10)) return 'NOT_A_DATE'
  if (from != null && to != null && to < from) return 'DATE_RANGE_INVALID'
  return cashLeast != null && cashMost != null && cashMost < cashLeast ? 'BOUNDS_INVERTED' : null
}

type Stored = Omit<DatedTariff, 'country'> & { isDeleted: boolean }

/** Code why a tariff may not become that, or null: the country's base tariff stays, so that each parcel has a price. */
export const whyNotLeaveBase = (tariff: Stored, next: Stored): Code | null =>
  !tariff.isDeleted && isBaseTariff(tariff) && (next.isDeleted || !isBaseTariff(next))
    ? 'TARIFF_NEEDED'
    : null
