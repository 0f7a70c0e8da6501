const named = new Set('Ctrl Shift Enter Escape Space Backspace Delete Home End PageUp PageDown'.split(' '))

/** Whether the key's name depends on the language, `keys.<name>` in the common texts. */
export const isNamedKey = (name: string): boolean => named.has(name)

/** `Mod+k` -> `[['Ctrl', 'k']]`, `g o` -> `[['g'], ['o']]`. A lone `+` is a key, not a joint. */
export const splitKeys = (keys: string): string[][] =>
  keys
    .trim()
    .split(/\s+/)
    .map((step) => (step === '+' ? ['+'] : step.split(/\+(?!$)/)).map((name) => aliases[name] ?? name))

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

const aliases: Record<string, string> = {
  Mod: isApple ? '⌘' : 'Ctrl',
  Control: 'Ctrl',
  AltGraph: 'AltGr',
  Meta: '⌘',
  Esc: 'Escape',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}
