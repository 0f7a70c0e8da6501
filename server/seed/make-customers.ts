import type { CountryCode } from '../../domain/countries.ts'
import { personName } from './make-staff.ts'
import { mobileNumber } from './phones.ts'
import { places } from './places.ts'
import type { Random } from './random.ts'

export type Customer = { customerName: string; customerPhone: string; customerAddress: string }

const remembered = 400

/** Customers of one country: most are new, some come back. */
export const makeCustomers = (random: Random, country: CountryCode): (() => Customer) => {
  const known: Customer[] = []
  return () => {
    if (known.length > 20 && random.chance(0.15)) return random.pick(known)
    const customer: Customer = {
      customerName: personName(random, country),
      customerPhone: mobileNumber(random, country),
      customerAddress: address(random, country),
    }
    if (known.length < remembered) known.push(customer)
    else known[random.between(0, remembered - 1)] = customer
    return customer
  }
}

const address = (random: Random, country: CountryCode): string => {
  const { quarters, streets, landmarks } = places[country]
  const parts = [random.pick(quarters)]
  if (country === 'fr') parts.unshift(random.pick(streets))
  else if (random.chance(0.35)) parts.push(random.pick(streets))
  if (random.chance(country === 'fr' ? 0.3 : 0.7)) parts.push(random.pick(landmarks))
  return parts.join(', ')
}
