import { type CountryCode, countries } from '../core/countries.ts'

/** Three decimals are the most of our currencies; the database stores `numeric(14,3)`. */
const storedDecimals = 3
export const largestAmount = 99_999_999_999

/** Major units to integer thousandths, so that sums do not add floats. */
export const toThousandths = (amount: number): number => Math.round(amount * 10 ** storedDecimals)
export const fromThousandths = (thousandths: number): number => thousandths / 10 ** storedDecimals

/** Exact sum of amounts, added as BigInt. */
export const sumAmounts = (amounts: readonly number[]): number =>
  Number(amounts.reduce((sum, amount) => sum + BigInt(toThousandths(amount)), 0n)) / 10 ** storedDecimals

/** `one - other`, exact. */
export const amountDifference = (one: number, other: number): number => sumAmounts([one, -other])

/** `price * quantity` in major units, exact. */
export const totalPrice = (price: number, quantity: number): number =>
  fromThousandths(toThousandths(price) * quantity)

/** Rounds an amount computed with floats to stored precision: 0.1 + 0.2 is 0.3. */
export const exactAmount = (amount: number): number => fromThousandths(toThousandths(amount))

/** Whether an amount fits the country's currency, ignoring float noise: 12.5 is not an amount of XOF. */
export const hasValidDecimals = (amount: number, country: CountryCode): boolean => {
  const factor = 10 ** (storedDecimals - countries[country].decimals)
  const thousandths = amount * 10 ** storedDecimals
  return Math.abs(thousandths - Math.round(thousandths)) < 1e-6 && Math.round(thousandths) % factor === 0
}

/**
 * A percentage of an amount, exact to the currency's last digit, half away from zero. `percent`: at most three decimals, neither
 * is negative.
 */
export const percentOf = (amount: number, percent: number, country: CountryCode): number => {
  const unit = 10 ** (storedDecimals - countries[country].decimals)
  // Thousandths of the amount times thousandths of a percent, in units of the last digit.
  const divisor = 100_000n * BigInt(unit)
  const product = BigInt(toThousandths(amount)) * BigInt(Math.round(percent * 1_000))
  return fromThousandths(Number((product * 2n + divisor) / (divisor * 2n)) * unit)
}
