import { type CountryCode, countries, countryCodes } from '../core/countries.ts'
import type { Fields, Values } from '../lib/field.ts'
import { amountDifference, sumAmounts, totalPrice } from '../lib/money.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { dayOf } from '../lib/zone-clock.ts'
import { chooseTariff, type DatedTariff } from '../tariffs/choose-tariff.ts'

/** Whether couriers of a country keep their earnings back from the cash they hand over; otherwise they are paid apart. */
export const earningsRuleFields = { isKeptBack: { kind: 'flag', required: true } } as const satisfies Fields

/** Body of `PUT handovers/earnings`. */
export const earningsRuleInputFields = {
  ...earningsRuleFields,
  country: { kind: 'choice', values: countryCodes, required: true },
} as const satisfies Fields

export const earningsRuleShapes = {
  country: { kind: 'choice', values: countryCodes },
  isKeptBack: { kind: 'flag' },
} as const satisfies Shapes

export type EarningsRule = RecordOf<typeof earningsRuleShapes>
export type EarningsRuleInput = Values<typeof earningsRuleInputFields>

/** The terms of a tariff that decide what couriers earn. */
export type CourierTariff = DatedTariff & { id: string; courier: number | null }

/** A delivered parcel as earnings see it. */
export type EarningCase = { country: CountryCode; owner: string; zone: string | null; deliveredAt: Date }

/** What the courier earned with a parcel, and by which tariff; null if none holds. */
export type Earning = { earned: number; tariff: string | null }

/** Finds what a delivered parcel earns its courier, by the tariff that holds on the day of delivery. */
export const earnBy = (tariffs: readonly CourierTariff[]): ((parcel: EarningCase) => Earning) => {
  const choose = chooseTariff(tariffs)
  return ({ deliveredAt, ...parcel }) => {
    const tariff = choose({ ...parcel, day: dayOf(deliveredAt, countries[parcel.country].timeZone) })
    return { earned: tariff?.courier ?? 0, tariff: tariff?.id ?? null }
  }
}

/** What several parcels of one tariff earn, exact. */
export const earnedOf = (each: number, parcels: number): number => totalPrice(each, parcels)

/** Cash of parcels not handed over, what they earned, and the differences of earlier handovers, of one courier and country. */
export type CourierBooks = { collected: number; earned: number; isKeptBack: boolean; differences: number }

/**
 * `keptBack`: what the courier takes from the cash for themselves, at most all of it; the rest of the earnings is paid out.
 * `expected`: the cash to hand over. `owed`: the courier's balance, collected - handed over - kept back; negative if we owe it.
 */
export const balanceCourier = ({
  collected,
  earned,
  isKeptBack,
  differences,
}: CourierBooks): { keptBack: number; expected: number; owed: number } => {
  const keptBack = isKeptBack ? Math.min(collected, earned) : 0
  const expected = amountDifference(collected, keptBack)
  return { keptBack, expected, owed: sumAmounts([expected, -differences]) }
}
