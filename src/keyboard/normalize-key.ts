import { isLetter, joinStep } from '../../machines/keys/parse-keys.ts'
import { latinPlain, latinShifted } from './layouts.ts'

/** The properties of a `KeyboardEvent` that identify the key. */
export type KeyInput = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  isComposing?: boolean
  keyCode?: number
  getModifierState?: (name: string) => boolean
}

/** Keys ignored in sequences: they neither fire nor interrupt. */
const silentKeys = new Set([
  ...['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'OS', 'Fn', 'FnLock', 'Hyper', 'Super', 'Symbol'],
  ...['CapsLock', 'NumLock', 'ScrollLock'],
  ...['Dead', 'Process', 'Unidentified', 'Compose'],
])

/** `keyCode` of events consumed by an input method. */
const composingKeyCode = 229

/** Canonical step of a keydown (`j`, `?`, `Mod+k`, `Shift+ArrowDown`); null for none. */
export function normalizeKey(input: KeyInput): string | null {
  return keyCandidates(input)[0] ?? null
}

/**
 * Possible steps of a keydown, likeliest first: `о` on a Russian keyboard is `j`, then `о`; `é` on AZERTY's digit row is `é`,
 * then `2`.
 */
export function keyCandidates(input: KeyInput): readonly string[] {
  const { key, code } = input
  // Autofill dispatches keydowns without `key`.
  if (!key || silentKeys.has(key)) return []
  if (input.isComposing || input.keyCode === composingKeyCode) return []
  if (input.ctrlKey && input.metaKey) return []

  const held = { mod: input.ctrlKey || input.metaKey, alt: input.altKey, shift: input.shiftKey }
  if (isNamed(key)) return [joinStep(held, key)]
  if (key === ' ') return [joinStep(held, 'Space')]
  if (isAltGr(input)) return isLetter(key) || /\p{N}/u.test(key) ? [] : [key]

  return [...new Set(characters(key, code, held))].map((character) =>
    joinStep({ ...held, shift: held.shift && isLetter(character) }, character.toLowerCase()),
  )
}

function characters(key: string, code: string, held: { alt: boolean; shift: boolean }): readonly string[] {
  const physical = (held.shift ? latinShifted : latinPlain).get(code)
  if (physical === undefined) return [key]
  if (isForeign(key, code)) return [physical, key]
  // Option on a Mac types another character; the shortcut means the key.
  if (held.alt && code.startsWith('Key') && !/^[a-z]$/i.test(key)) return [physical, key]
  if (code.startsWith('Digit') && !held.shift && !/\d/.test(key)) return [key, physical]
  return [key]
}

/** Whether the key belongs to a non-Latin script: its letters, and any character on a letter key. */
function isForeign(key: string, code: string): boolean {
  if (/^[\p{Script=Latin}\p{ASCII}]+$/u.test(key)) return false
  return /[\p{L}\p{M}؟؛،]/u.test(key) || code.startsWith('Key')
}

/** AltGr types text. Windows reports it as Ctrl+Alt, and so does pressing both with a character. */
function isAltGr(input: KeyInput): boolean {
  return (input.ctrlKey && input.altKey) || (input.getModifierState?.('AltGraph') ?? false)
}

/** Named keys are ASCII words; some keys type several characters (Arabic `لا`). */
function isNamed(key: string): boolean {
  return /^[A-Z][A-Za-z0-9]+$/.test(key)
}
