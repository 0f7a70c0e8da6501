/**
 * One key binding of a command; a command may have several.
 * - `keys`: steps separated by spaces (`j`, `Mod+k`, `g o`, `Shift+ArrowDown`). `Mod` is Ctrl or Cmd. Symbols are written as
 * typed (`?`, never `Shift+/`); letters and named keys may take `Shift+`.
 * - `when`: context flags that must be set, separated by spaces or `&&`; `!flag` must not be set.
 * - `repeat`: also fires on key repeat (for moves, never for actions).
 * - `allowInInput`: fires in text fields, and over a dialog that does not own the key.
 */
export type KeyBinding = {
  keys: string
  command: string
  when?: string
  repeat?: boolean
  allowInInput?: boolean
}

/** A command without default keys. */
export type UnboundCommand = Omit<KeyBinding, 'keys'>

/**
 * One keydown, normalised by `src/keyboard/normalize-key.ts`.
 * - `keys`: possible readings, likeliest first (a Russian `о` is `j`, then `о`).
 * - `flags`: context flags at that time, oldest first; the last modal flag is the top layer.
 * - `at`: `event.timeStamp` in milliseconds, because a busy page handles keys and timers late.
 */
export type KeyPress = {
  keys: readonly string[]
  flags: readonly string[]
  repeat: boolean
  at: number
}

/** A user's keyboard settings, applied by `effectiveBindings`. */
export type KeySettings = {
  /** WCAG 2.1.4: `false` disables every binding that starts with a bare character. */
  singleKeys: boolean
  /** Command id -> keys; an empty list removes all. */
  overrides: Readonly<Record<string, readonly string[]>>
}

/** Flags of layers over the page. While one is set, only bindings that name it fire. */
export const modalFlags = ['dialog', 'menu', 'palette'] as const

/** Set while a text field has the focus. */
export const typingFlag = 'typing'
