const modifiers = ['Mod', 'Alt', 'Shift'] as const
type Modifier = (typeof modifiers)[number]

const spellings: Readonly<Record<string, Modifier>> = {
  mod: 'Mod',
  ctrl: 'Mod',
  control: 'Mod',
  cmd: 'Mod',
  meta: 'Mod',
  alt: 'Alt',
  option: 'Alt',
  shift: 'Shift',
}

const namedKeys = [
  'Enter',
  'Escape',
  'Space',
  'Tab',
  'Backspace',
  'Delete',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'ContextMenu',
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
]
const parsed = new Map<string, readonly string[] | null>()
const names = new Map(namedKeys.map((name) => [name.toLowerCase(), name]))

/**
 * Canonical steps of a binding: `'ctrl+K'` -> `['Mod+k']`, `'g o'` -> `['g', 'o']`. Null if it can never be pressed (unknown
 * name, repeated modifier, `Shift+/`).
 */
export function parseKeys(keys: string): readonly string[] | null {
  // Memoised: each keydown checks every binding.
  const known = parsed.get(keys)
  if (known !== undefined) return known
  const steps = keys.trim().split(/\s+/).map(parseStep)
  const result = steps.every((step) => step !== null) ? steps : null
  parsed.set(keys, result)
  return result
}

/** Whether the step is a bare character, which speech input can type by accident. */
export function isCharacterStep(step: string): boolean {
  return isCharacter(step.replace(/^Shift\+(?=.)/, ''))
}

/** Whether the step would type text in a field. */
export function isTextStep(step: string): boolean {
  return isCharacterStep(step) || /^(Shift\+)?Space$/.test(step)
}

/** Joins modifiers in canonical order. */
export function joinStep(held: { mod: boolean; alt: boolean; shift: boolean }, base: string): string {
  return `${held.mod ? 'Mod+' : ''}${held.alt ? 'Alt+' : ''}${held.shift ? 'Shift+' : ''}${base}`
}

/** `'Mod+Shift+z'` -> `{ held: ['Mod', 'Shift'], base: 'z' }`. */
export function splitStep(step: string): { held: readonly string[]; base: string } {
  // A final `+` is the key itself: `Mod++`.
  const parts = step.slice(0, -1).split('+')
  return { held: parts.slice(0, -1), base: (parts.at(-1) ?? '') + step.slice(-1) }
}

function parseStep(step: string): string | null {
  if (step === '') return null
  const { held, base } = splitStep(step)
  const wanted = held.map((word) => spellings[word.toLowerCase()])
  if (wanted.includes(undefined) || new Set(wanted).size !== wanted.length) return null

  const key = names.get(base.toLowerCase()) ?? (isCharacter(base) ? base.toLowerCase() : null)
  if (key === null) return null
  const shift = wanted.includes('Shift')
  if (shift && isCharacter(key) && !isLetter(key)) return null
  return joinStep({ mod: wanted.includes('Mod'), alt: wanted.includes('Alt'), shift }, key)
}

function isCharacter(text: string): boolean {
  return [...text].length === 1
}

/** Only letters take `Shift+`; other characters are written as typed. */
export function isLetter(text: string): boolean {
  return /^\p{L}+$/u.test(text)
}
