import type { Desk } from '../../domain/users/desk.ts'

type Versions = { base: Desk; mine: Desk; theirs: Desk }

/** What two changed of the same desk at once: what I changed since `base` is mine, all the rest theirs. */
export const mergeDesks = ({ base, mine, theirs }: Versions): Desk => ({
  version: theirs.version,
  singleKeys: mine.singleKeys === base.singleKeys ? theirs.singleKeys : mine.singleKeys,
  overrides: Object.fromEntries(
    mergeMaps(entriesOf(base.overrides), entriesOf(mine.overrides), entriesOf(theirs.overrides)),
  ),
  macros: [...mergeMaps(byId(base), byId(mine), byId(theirs)).values()],
})

/** Whether both hold the same, in whatever order a database gave it back. */
export const isSameDesk = (one: Desk, other: Desk): boolean =>
  isSame({ ...one, version: 0 }, { ...other, version: 0 })

const entriesOf = (overrides: Desk['overrides']) => new Map(Object.entries(overrides))
const byId = ({ macros }: Desk) => new Map(macros.map((macro) => [macro.id, macro]))

const mergeMaps = <Value>(
  base: ReadonlyMap<string, Value>,
  mine: ReadonlyMap<string, Value>,
  theirs: ReadonlyMap<string, Value>,
): Map<string, Value> => {
  const merged = new Map(theirs)
  for (const name of new Set([...base.keys(), ...mine.keys()])) {
    const own = mine.get(name)
    if (isSame(own, base.get(name))) continue
    if (own === undefined) merged.delete(name)
    else merged.set(name, own)
  }
  return merged
}

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? ''
