import { createAtom, type ReadonlyAtom } from '@xstate/store'
import {
  defaultPreferences,
  macroCommand,
  type Preferences,
  type PreferencesInput,
  parsePreferences,
} from '../../domain/users/preferences.ts'
import { toFailure } from '../../machines/failure.ts'
import { effectiveBindings, type KeyBinding } from '../../machines/keys/key-binding.ts'
import type { Registry } from '../commands/create-registry.ts'
import { deviceStorage, type KeyedStorage } from '../storage/browser-storage.ts'

/** Shortcuts, macros and default views of a user, synchronised with the server. */
export type PreferencesStore = ReadonlyAtom<Preferences> & {
  /** Applies at once on this device; sent after a pause, or when online. */
  update: (change: (preferences: Preferences) => Preferences) => void
}

type PreferencesStoreOptions = {
  user: string
  calls: {
    read: () => Promise<Preferences>
    keep: (input: PreferencesInput, options: { version: number }) => Promise<Preferences>
  }
  /** Whether the user is still signed in. */
  isSignedIn: () => boolean
  /** The server refused; the change was reverted. */
  onRefused: (code: string) => void
  storage?: KeyedStorage
  /** Milliseconds: changes within `pause` are sent together; retries wait `shortest`, doubling up to `longest`. */
  timing?: { pause: number; shortest: number; longest: number }
}

/** `base`: the server's version; `preferences`: current values; differences are unsent. Stored as `desk`, with `isUnsent`. */
type Kept = { base: Preferences; preferences: Preferences }

const usualTiming = { pause: 400, shortest: 5_000, longest: 60_000 }
/** Failures that say nothing about the change: retry. */
const passing: readonly string[] = [
  'OFFLINE',
  'INTERNAL',
  'DATABASE_UNAVAILABLE',
  'DISK_FULL',
  'OVERLOADED',
  'TOO_MANY_CALLS',
  'TOO_MANY_ATTEMPTS',
]

/** Starts from local storage, then reads the server's; other tabs follow through storage events. */
export const createPreferencesStore = ({
  user,
  calls,
  isSignedIn,
  onRefused,
  storage = deviceStorage,
  timing = usualTiming,
}: PreferencesStoreOptions): PreferencesStore => {
  const key = `desk.${user}`
  const kept = readKept(storage, key)
  const store = createAtom(kept.preferences)
  let base = kept.base
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = timing.shortest
  let isWriting = false

  const become = (next: Kept) => {
    base = next.base
    store.set(next.preferences)
    // A late answer must not store data of a user who left.
    if (!isSignedIn()) return
    storage.setItem(key, JSON.stringify({ base: next.base, desk: next.preferences, isUnsent: isUnsent() }))
  }
  const rebase = (theirs: Preferences, since = base) =>
    become({ base: theirs, preferences: mergePreferences({ base: since, mine: store.get(), theirs }) })
  const isUnsent = () => !areSamePreferences(base, store.get())

  const schedule = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), delay)
  }
  const send = async () => {
    if (isWriting || !isUnsent() || !isSignedIn()) return
    isWriting = true
    const sent = store.get()
    const { version: _, ...input } = sent
    const next = await calls.keep(input, { version: base.version }).then(
      (answer) => {
        rebase(answer, sent)
        wait = timing.shortest
        return 0
      },
      (error: unknown) => settle(error),
    )
    isWriting = false
    if (next !== null && isUnsent()) schedule(next)
  }
  /** Milliseconds until the next attempt; null for none. */
  const settle = (error: unknown): number | null => {
    const { code, current } = toFailure(error)
    if (code === 'STALE_VERSION') {
      rebase(current as Preferences)
      return 0
    }
    if (code === 'UNAUTHORIZED') return null
    if (passing.includes(code)) {
      const delay = wait
      wait = Math.min(wait * 2, timing.longest)
      return delay
    }
    become({ base, preferences: base })
    onRefused(code)
    return null
  }
  const start = async () => {
    // Offline: use the stored version; unsent changes wait for the next change or network.
    const answer = await calls.read().catch(() => null)
    if (answer !== null) rebase(answer)
    void send()
  }

  globalThis.addEventListener?.('online', () => void start())
  globalThis.addEventListener?.('storage', (event) => {
    const { key: changed } = event as StorageEvent
    if (changed !== key) return
    const theirs = readKept(storage, key)
    if (theirs.base.version < base.version) return
    const preferences = mergePreferences({ base, mine: store.get(), theirs: theirs.preferences })
    base = theirs.base
    store.set({ ...preferences, version: base.version })
  })
  void start()

  return {
    get: store.get,
    subscribe: store.subscribe,
    update: (change) => {
      become({ base, preferences: { ...change(store.get()), version: base.version } })
      schedule(timing.pause)
    },
  }
}

const readKept = (storage: KeyedStorage, key: string): Kept => {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as { base?: unknown; desk?: unknown } | null
    const [base, preferences] = [asPreferences(kept?.base), asPreferences(kept?.desk)]
    return base === null || preferences === null
      ? { base: defaultPreferences, preferences: defaultPreferences }
      : { base, preferences }
  } catch {
    return { base: defaultPreferences, preferences: defaultPreferences }
  }
}

/** Invalid stored values are ignored. */
const asPreferences = (value: unknown): Preferences | null => {
  if (typeof value !== 'object' || value === null) return null
  const { version, ...input } = value as Partial<Preferences>
  const read = parsePreferences(input)
  return read.ok && typeof version === 'number' ? { ...defaultPreferences, ...read.value, version } : null
}

type Versions = { base: Preferences; mine: Preferences; theirs: Preferences }

/** Three-way merge: own changes since `base` win, the rest is the server's. */
const mergePreferences = ({ base, mine, theirs }: Versions): Preferences => ({
  version: theirs.version,
  singleKeys: mine.singleKeys === base.singleKeys ? theirs.singleKeys : mine.singleKeys,
  scanTones: mine.scanTones === base.scanTones ? theirs.scanTones : mine.scanTones,
  overrides: Object.fromEntries(
    mergeMaps(entriesOf(base.overrides), entriesOf(mine.overrides), entriesOf(theirs.overrides)),
  ),
  macros: [...mergeMaps(byId(base), byId(mine), byId(theirs)).values()],
  defaultViews: Object.fromEntries(
    mergeMaps(entriesOf(base.defaultViews), entriesOf(mine.defaultViews), entriesOf(theirs.defaultViews)),
  ),
})

/** Compares ignoring key order. */
const areSamePreferences = (one: Preferences, other: Preferences): boolean =>
  isSame({ ...one, version: 0 }, { ...other, version: 0 })

const entriesOf = <Value>(named: Readonly<Record<string, Value>>) => new Map(Object.entries(named))
const byId = ({ macros }: Preferences) => new Map(macros.map((macro) => [macro.id, macro]))

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

/** Effective bindings: defaults with the user's overrides; macros only have overrides. */
export const userKeybindings = (
  { bindings, unbound }: Pick<Registry, 'bindings' | 'unbound'>,
  preferences: Preferences,
): readonly KeyBinding[] => {
  const macros = preferences.macros.map(({ id }) => ({ command: macroCommand(id) }))
  const known = new Set(unbound.map(({ command }) => command))
  return effectiveBindings(bindings, preferences, [
    ...unbound,
    ...macros.filter(({ command }) => !known.has(command)),
  ])
}

/** The effective bindings as an atom; referentially stable while preferences are unchanged. */
export const createBindings = (
  registry: Pick<Registry, 'bindings' | 'unbound'>,
  preferences: ReadonlyAtom<Preferences>,
): ReadonlyAtom<readonly KeyBinding[]> => createAtom(() => userKeybindings(registry, preferences.get()))
