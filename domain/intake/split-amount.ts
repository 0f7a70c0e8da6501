/** A line of an order: so many pieces, at least one, and what they cost in any unit: only the proportions count. */
export type SplitLine = { quantity: number; weight: number }

/** Pieces of a line at one price, in the smallest unit of the currency. */
export type PricedPieces = { quantity: number; price: number }

/**
 * Splits an amount in smallest units over lines by their weights, exactly: the sum of price times quantity is the amount. The
 * unit that is left over goes to the pieces with the largest remainders. Where no price per piece fits, it moves between lines
 * of few pieces, and only if that fails one line is split in two of different prices. Without weights, the pieces count.
 */
export const splitAmount = (amount: number, lines: readonly SplitLine[]): PricedPieces[][] => {
  const shares = sharesOf(amount, lines)
  const order = shares.toSorted(byRemainder)
  let rest = amount - sumOf(shares)
  for (const share of order) {
    if (share.quantity > rest) continue
    share.price++
    share.isRaised = true
    rest -= share.quantity
  }
  const isPlaced = rest === 0 || raiseOne(order, rest) || raiseTwo(order, rest)
  // There is one: if all lines had been raised, nothing would be left.
  const split = isPlaced ? undefined : order.find(({ isRaised, quantity }) => !isRaised && quantity > rest)
  return shares.map((share) => {
    const { quantity, price } = share
    if (share !== split) return [{ quantity, price }]
    return [
      { quantity: quantity - rest, price },
      { quantity: rest, price: price + 1 },
    ]
  })
}

type Share = { quantity: number; price: number; remainder: bigint; isRaised: boolean }

/** The ideal price per piece of each line, rounded down. `remainder` times its quantity's inverse is what that leaves. */
const sharesOf = (amount: number, lines: readonly SplitLine[]): Share[] => {
  const given = lines.map(({ weight }) => toBigInt(weight))
  const weights = given.some((weight) => weight > 0n) ? given : lines.map(({ quantity }) => BigInt(quantity))
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  return lines.map(({ quantity }, at) => {
    const share = BigInt(amount) * weights[at]!
    const divisor = all * BigInt(quantity)
    return {
      quantity,
      price: Number(share / divisor),
      // Over `all * quantity`; multiplied to a common scale for the comparison.
      remainder: ((share % divisor) * REMAINDER_SCALE) / divisor,
      isRaised: false,
    }
  })
}

const REMAINDER_SCALE = 10n ** 12n

/** Weights are amounts in major units: three decimals are the most of our currencies. */
const toBigInt = (weight: number): bigint =>
  weight > 0 && weight < LARGEST_WEIGHT ? BigInt(Math.round(weight * 1000)) : 0n

const LARGEST_WEIGHT = 1e15

const byRemainder = (one: Share, other: Share): number => Number(other.remainder - one.remainder)

const sumOf = (shares: readonly Share[]): number =>
  shares.reduce((sum, { quantity, price }) => sum + quantity * price, 0)

/** Adds the rest to one line whose pieces divide it. */
const raiseOne = (order: readonly Share[], rest: number): boolean => {
  const share = order.find(({ quantity }) => rest % quantity === 0)
  if (share === undefined) return false
  share.price += rest / share.quantity
  return true
}

/** More pieces would move more than a trifle from line to line. */
const MOST_PIECES = 12

/** Raises one line and lowers or raises another, both of few pieces, so that the sum grows by the rest: 2 * 2 - 1 * 3 = 1. */
const raiseTwo = (order: readonly Share[], rest: number): boolean => {
  const few = order.filter(({ quantity }) => quantity <= MOST_PIECES)
  for (let steps = 1; steps <= MOST_PIECES; steps++)
    for (const one of few)
      for (const other of few) {
        const left = rest - steps * one.quantity
        if (one === other || left % other.quantity !== 0 || other.price + left / other.quantity < 0) continue
        one.price += steps
        other.price += left / other.quantity
        return true
      }
  return false
}
