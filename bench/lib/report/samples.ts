/** How often each side is measured: the middle of five is not moved by two bad ones. */
export const runs = 5

type Samples<Side extends string> = Record<Side, number[]>

/**
 * Measures the sides by turns, `times` each, so that what disturbs the machine disturbs all of them; the order is turned
 * around every second time. One more turn before them is thrown away.
 */
export const byTurns = async <Side extends string>(
  sides: Record<Side, () => Promise<number>>,
  times = runs,
): Promise<Samples<Side>> => {
  const names = Object.keys(sides) as Side[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Samples<Side>
  for (let turn = -1; turn < times; turn++) {
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const sample = await sides[name]()
      if (turn >= 0) samples[name].push(sample)
    }
  }
  return samples
}

export const median = (values: readonly number[]): number => percentile(values, 50)

/** The value that so many percent of them do not exceed, between two of them by proportion. */
export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = ((sorted.length - 1) * percent) / 100
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) throw new Error('no samples')
  return below + (above - below) * (place % 1)
}
