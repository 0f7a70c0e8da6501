import { isLetter, parseKeys, splitStep } from '../../machines/keys/parse-keys.ts'
import { type LayoutMap, latinPlain } from './layouts.ts'

export type Platform = 'mac' | 'other'

/** One key to print. `own` is the letter on the same key in the user's own script, printed beside. */
export type Keycap = { text: string; own?: string }

type KeycapOptions = {
  platform: Platform
  /** The user's layout as far as it is known; empty prints the keys as they are written. */
  layout: LayoutMap
  /** The name of a key in the user's language: `Enter` -> `Entrée`, `Mod` -> `Ctrl`. */
  name: (key: string) => string
}

const arrows: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

const macSymbols: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Tab: '⇥',
  Backspace: '⌫',
}

/** The order in which the platform names held keys: `Ctrl Shift Z`, but `⇧ ⌘ Z`. */
const heldOrder: Readonly<Record<Platform, readonly string[]>> = {
  mac: ['Alt', 'Shift', 'Mod'],
  other: ['Mod', 'Alt', 'Shift'],
}

/** What to print for a binding's keys: one list of keycaps a step. Impossible keys print nothing. */
export function keycaps(keys: string, options: KeycapOptions): readonly (readonly Keycap[])[] {
  return (parseKeys(keys) ?? []).map((step) => {
    const { held, base } = splitStep(step)
    const modifiers = heldOrder[options.platform].filter((modifier) => held.includes(modifier))
    return [...modifiers.map((modifier) => named(modifier, options)), keycap(base, options)]
  })
}

/**
 * The value of `aria-keyshortcuts`, in the standard's own English names; `undefined` for a sequence, which
 * it cannot express.
 */
export function ariaKeyShortcuts(keys: string, platform: Platform): string | undefined {
  const steps = parseKeys(keys)
  const step = steps?.[0]
  if (step === undefined || steps?.length !== 1) return undefined
  const { held, base } = splitStep(step)
  const mod = platform === 'mac' ? 'Meta' : 'Control'
  return [...held.map((modifier) => (modifier === 'Mod' ? mod : modifier)), upper(base)].join('+')
}

function keycap(base: string, options: KeycapOptions): Keycap {
  if (base.length > 1) return named(base, options)
  const own = ownCharacter(base, options.layout)
  return own === undefined ? { text: upper(base) } : { text: upper(base), own: upper(own) }
}

function named(key: string, { platform, name }: KeycapOptions): Keycap {
  const symbol = arrows[key] ?? (platform === 'mac' ? macSymbols[key] : undefined)
  return { text: symbol ?? name(key) }
}

/** The letter on the key that a Latin character falls back to, where the layout has no such character. */
function ownCharacter(character: string, layout: LayoutMap): string | undefined {
  if ([...layout.values()].includes(character)) return undefined
  const code = [...latinPlain].find(([, plain]) => plain === character)?.[0]
  const own = code === undefined ? undefined : layout.get(code)
  return own !== undefined && isLetter(own) && !/\p{Script=Latin}/u.test(own) ? own : undefined
}

function upper(key: string): string {
  return [...key].length === 1 ? key.toUpperCase() : key
}

type KeyboardNavigator = Navigator & {
  keyboard?: { getLayoutMap?: () => Promise<Iterable<readonly [string, string]>> }
  userAgentData?: { platform?: string }
}

/** Whose keycaps to print. */
export function currentPlatform(navigator: Navigator): Platform {
  const { userAgentData, platform } = navigator as KeyboardNavigator
  return /mac|iphone|ipad/i.test(userAgentData?.platform ?? platform) ? 'mac' : 'other'
}

/** The layout as the browser reports it; empty if it does not (Firefox, Safari, a frame without permission). */
export async function reportedLayout(navigator: Navigator): Promise<LayoutMap> {
  try {
    return new Map((await (navigator as KeyboardNavigator).keyboard?.getLayoutMap?.()) ?? [])
  } catch {
    return new Map()
  }
}
