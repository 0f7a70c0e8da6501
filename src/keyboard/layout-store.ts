import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { type LayoutMap, russianPlain } from './layouts.ts'
import type { KeyInput } from './normalize-key.ts'

/** The user's keyboard layout as far as known; learned from typed keys. */
export type LayoutStore = ReadonlyAtom<LayoutMap> & {
  /** Stores the browser's report: Chromium only, always the Latin layout. */
  report: (layout: LayoutMap) => void
  /** Learns from a typed key; the only way to detect another script. */
  learn: (input: KeyInput) => void
}

export function createLayoutStore(): LayoutStore {
  let reported: LayoutMap = new Map()
  const current = createAtom(reported)

  return {
    get: current.get,
    subscribe: current.subscribe,
    report: (layout) => {
      reported = layout
      const before = current.get()
      if (!isCyrillicLayout(before)) current.set(new Map([...before, ...layout]))
    },
    learn: (input) => {
      const character = typedCharacter(input)
      const before = current.get()
      if (character === null || before.get(input.code) === character) return
      current.set(new Map([...base(character, before, reported), [input.code, character]]))
    },
  }
}

/** A change of script resets to its default layout. */
function base(character: string, current: LayoutMap, reported: LayoutMap): LayoutMap {
  if (isCyrillic(character)) return isCyrillicLayout(current) ? current : russianPlain
  if (/^[a-z]$/.test(character)) return isCyrillicLayout(current) ? reported : current
  return current
}

function typedCharacter(input: KeyInput): string | null {
  if (!input.key || !input.code || input.isComposing) return null
  if (input.ctrlKey || input.metaKey || input.altKey || input.shiftKey) return null
  if (input.getModifierState?.('CapsLock') || /^Numpad|^Space$/.test(input.code)) return null
  return [...input.key].length === 1 ? input.key : null
}

function isCyrillicLayout(layout: LayoutMap): boolean {
  return isCyrillic(layout.get('KeyA') ?? '')
}

function isCyrillic(character: string): boolean {
  return /\p{Script=Cyrillic}/u.test(character)
}
