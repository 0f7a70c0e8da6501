import { median } from './samples.ts'

/** Null where somebody is shown beside and nothing is asked. */
export type Goal = Limit | null
type Limit = { readonly atMost: number } | { readonly atLeast: number }

/** One row of the table: what we need beside what another needs for the same, on the same machine in the same run. */
export type Figure = {
  /** What was done: "list of 1,000,000 mounts". */
  readonly what: string
  /** Beside whom: "floor (bare React)", "AG Grid 36", "raw OFFSET". */
  readonly against: string
  /** Of `ours` and `theirs`: ms, kB, nodes, frames, 1/s. */
  readonly unit: string
  readonly ours: number
  readonly theirs: number
  readonly ratio: number
  readonly goal: Goal
}

type Compared = {
  readonly what: string
  readonly against: string
  readonly unit: string
  /** One sample a run, or one number that no run changes. */
  readonly ours: number | readonly number[]
  readonly theirs: number | readonly number[]
  readonly goal: Goal
}

/** Ours over theirs: `atMost: 1.2` is "no more than 1.2 times the floor". */
export const costOver = (compared: Compared): Figure => {
  const { ours, theirs } = middles(compared)
  return { ...compared, ours, theirs, ratio: ours / theirs }
}

/** Theirs over ours: `atLeast: 50` is "fifty times ahead". */
export const leadOver = (compared: Compared): Figure => {
  const { ours, theirs } = middles(compared)
  return { ...compared, ours, theirs, ratio: theirs / ours }
}

/** Somebody who is shown beside, and of whom no goal speaks. */
export const besideOf = (compared: Omit<Compared, 'goal'>): Figure => costOver({ ...compared, goal: null })

/** A count that has a limit of its own: the limit replaces the peer. */
export const countOf = ({
  goal,
  ours,
  ...rest
}: Omit<Compared, 'theirs' | 'against' | 'goal'> & { goal: Limit }): Figure => {
  const theirs = 'atMost' in goal ? goal.atMost : goal.atLeast
  const middle = middleOf(ours)
  return { ...rest, against: 'the goal', goal, ours: middle, theirs, ratio: middle }
}

export const hasGoal = ({ goal }: Figure): boolean => goal !== null

export const isReached = ({ ratio, goal }: Figure): boolean =>
  goal === null || ('atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast)

const middles = ({ ours, theirs }: Compared) => ({ ours: middleOf(ours), theirs: middleOf(theirs) })

const middleOf = (value: number | readonly number[]): number =>
  typeof value === 'number' ? value : median(value)
