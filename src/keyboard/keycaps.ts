import { isLetter, parseKeys, splitStep } from '../../machines/keys/parse-keys.ts'
import { type LayoutMap, latinPlain } from './layouts.ts'

export type Platform = 'mac' | 'other'

/** A keycap. `own`: letter of the user's script on the same key, printed beside it. */
export type Keycap = { text: string; own?: string }

type KeycapOptions = {
  platform: Platform
  /** The user's layout as far as known; empty prints the canonical keys. */
  layout: LayoutMap
  /** Translated name of a key: `Enter` -> `Entrée`, `Mod` -> `Ctrl`. */
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

/** Order of modifiers by platform: `Ctrl Shift Z`, `⇧ ⌘ Z`. */
const heldOrder: Readonly<Record<Platform, readonly string[]>> = {
  mac: ['Alt', 'Shift', 'Mod'],
  other: ['Mod', 'Alt', 'Shift'],
}

/** The keycaps of a binding, one list a step. Empty for invalid keys. */
export function keycaps(keys: string, options: KeycapOptions): readonly (readonly Keycap[])[] {
  return (parseKeys(keys) ?? []).map((step) => {
    const { held, base } = splitStep(step)
    const modifiers = heldOrder[options.platform].filter((modifier) => held.includes(modifier))
    return [...modifiers.map((modifier) => named(modifier, options)), keycap(base, options)]
  })
}

/** Value of `aria-keyshortcuts`, in English; undefined for a sequence, which it cannot express. */
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

/** The letter on the key that a Latin character is typed with, if the layout lacks that character. */
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

export function currentPlatform(navigator: Navigator): Platform {
  const { userAgentData, platform } = navigator as KeyboardNavigator
  return /mac|iphone|ipad/i.test(userAgentData?.platform ?? platform) ? 'mac' : 'other'
}

/** The layout reported by the browser; empty if unsupported (Firefox, Safari, frames without permission). */
export async function reportedLayout(navigator: Navigator): Promise<LayoutMap> {
  try {
    return new Map((await (navigator as KeyboardNavigator).keyboard?.getLayoutMap?.()) ?? [])
  } catch {
    return new Map()
  }
}
