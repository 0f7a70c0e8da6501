import { type CountryCode, countries } from '../../domain/core/countries.ts'
import { amountDifference, sumAmounts } from '../../domain/lib/money.ts'
import type { handoverLines, handovers } from '../db/schema.ts'
import type { DemoChange } from './history.ts'
import { hour } from './order-times.ts'
import type { OrderStory } from './orders.ts'
import type { DemoUser, Staff } from './people.ts'
import { idAt, type Random } from './row-writer.ts'
import { type BaseTariffs, type DemoZones, demoEarnings } from './zones.ts'

const day = 24 * hour

export type DemoHandover = typeof handovers.$inferSelect
type DemoLine = typeof handoverLines.$inferSelect

type Cash = {
  /** Adds a delivered parcel to its courier's handover of the day; returns its line. */
  gather: (story: OrderStory) => DemoLine[]
  /** Handovers, oldest first, with their history lines. */
  end: () => { record: DemoHandover; names: Names; line: DemoChange }[]
}

type Names = { deliveryName: string; receivedByName: string }

type Round = Pick<DemoHandover, 'id' | 'country' | 'delivery' | 'createdAt'> & {
  amounts: number[]
  earned: number[]
}

/** Cash of the demo: handed over the next morning; some of the last days is still with couriers. */
export const makeCash = (
  random: Random,
  { now, staff, zones, tariffs }: { now: Date; staff: Staff; zones: DemoZones; tariffs: BaseTariffs },
): Cash => {
  const zoneNames = new Map(zones.all.map(({ id, name }) => [id, name]))
  const rounds = new Map<string, Round | null>()
  const roundOf = (country: CountryCode, delivery: string, at: Date): Round | null => {
    const begins = Math.floor(at.getTime() / day) * day
    const key = `${country} ${delivery} ${begins}`
    const known = rounds.get(key)
    if (known !== undefined) return known
    const createdAt = new Date(Math.floor(begins + day + (8 + 2 * random.next()) * hour))
    const isLate = now.getTime() - createdAt.getTime() < 2 * day && random.chance(0.15)
    const isOver = createdAt < now && !isLate
    const made = isOver
      ? { id: idAt(random, createdAt.getTime()), country, delivery, createdAt, amounts: [], earned: [] }
      : null
    rounds.set(key, made)
    return made
  }
  return {
    gather: ({ order: { zone }, shipping }) => {
      if (shipping?.deliveredAt == null || shipping.delivery === null || shipping.collected === null)
        return []
      const { country, delivery, deliveredAt, collected, id } = shipping
      const round = roundOf(country, delivery, deliveredAt)
      if (round === null) return []
      const earned = demoEarnings[country]
      round.amounts.push(collected)
      round.earned.push(earned)
      shipping.handover = round.id
      const zoneName = zone === null ? null : (zoneNames.get(zone) ?? null)
      const tariff = tariffs.get(country)!
      return [{ handover: round.id, shipping: id, collected, earned, tariff, zone, zoneName }]
    },
    end: () => {
      const personOf = new Map<string, DemoUser>(staff.everybody.map((user) => [user.id, user]))
      return [...rounds.values()]
        .filter((round) => round !== null)
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
        .map((round, index) => {
          const receiver = random.pick(staff.branches[round.country].agents)
          const record = handoverOf(random, round, { number: index + 1, receivedBy: receiver.id })
          const names = {
            deliveryName: personOf.get(round.delivery)!.name,
            receivedByName: receiver.name,
          }
          return { record, names, line: lineOf(record) }
        })
    },
  }
}

/** Rarely there is a difference, with a reason. */
const handoverOf = (
  random: Random,
  { amounts, earned, createdAt, ...round }: Round,
  given: Pick<DemoHandover, 'number' | 'receivedBy'>,
): DemoHandover => {
  const expected = sumAmounts(amounts)
  const unit = countries[round.country].decimals === 0 ? 500 : 0.5
  const isOff = random.chance(0.04)
  const off = isOff ? unit * random.between(1, 4) * (random.chance(0.7) ? -1 : 1) : 0
  const counted = Math.max(0, sumAmounts([expected, off]))
  const difference = amountDifference(counted, expected)
  const [missing, extra] = notes[round.country === 'lib' ? 'en' : 'fr']
  return {
    ...round,
    ...given,
    version: 1,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
    parcels: amounts.length,
    earned: sumAmounts(earned),
    keptBack: 0,
    expected,
    counted,
    difference,
    note: difference === 0 ? null : difference < 0 ? missing : extra,
    batchId: idAt(random, createdAt.getTime()),
  }
}

const notes = {
  fr: ['Monnaie rendue sans reçu, à régler demain', 'Pourboire mêlé à la caisse'],
  en: ['Gave change without a receipt, settles tomorrow', 'A tip among the cash'],
} as const

/** As written by `recordHandover`. */
const lineOf = (record: DemoHandover): DemoChange => {
  const { id, version, batchId, createdAt: at, country, delivery, receivedBy, ...rest } = record
  const { parcels, earned, keptBack, expected, counted, difference, note } = rest
  return {
    id: batchId,
    batchId,
    at,
    actor: receivedBy,
    verb: 'handover.create',
    resource: 'handovers',
    recordId: id,
    version,
    before: null,
    after: { country, delivery, receivedBy, parcels, earned, keptBack, expected, counted, difference, note },
    undoes: null,
  }
}
