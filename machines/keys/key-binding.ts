/**
 * One way to reach one command from the keyboard. A command may have several.
 *
 * - `keys`: steps parted by spaces (`j`, `Mod+k`, `g o`, `Shift+ArrowDown`). `Mod` is Ctrl or Cmd.
 *   A symbol is written as it is typed (`?`, never `Shift+/`); letters and named keys may take `Shift+`.
 * - `when`: context flags that must hold, parted by spaces or `&&`; `!flag` must not hold.
 * - `repeat`: also fires while the key is held down (moves, never actions).
 * - `allowInInput`: fires while typing and over a dialog that does not own the key.
 */
export type KeyBinding = {
  keys: string
  command: string
  when?: string
  repeat?: boolean
  allowInInput?: boolean
}

/** A command that has no keys until a person gives it some. */
export type UnboundCommand = Omit<KeyBinding, 'keys'>

/**
 * One keydown, already read by `src/keyboard/normalize-key.ts`.
 *
 * - `keys`: what the key may mean, likeliest first (a Russian `о` is `j`, then `о`).
 * - `flags`: the context as it was when the key went down, oldest first: the last modal flag is on top.
 * - `at`: when it went down (`event.timeStamp`), in milliseconds. A busy page handles its keys and timers late.
 */
export type KeyPress = {
  keys: readonly string[]
  flags: readonly string[]
  repeat: boolean
  at: number
}

/** What a person chose: stored by the caller, applied by `effectiveBindings`. */
export type KeySettings = {
  /** WCAG 2.1.4: `false` takes away every binding that starts with a bare character. */
  singleKeys: boolean
  /** Command id -> its keys instead of the defaults; an empty list leaves it without any. */
  overrides: Readonly<Record<string, readonly string[]>>
}

/** Flags of what lies over the page: while one is up, only bindings that name it fire. */
export const modalFlags = ['dialog', 'menu', 'palette'] as const

/** The flag that is set while a text field has the focus. */
export const typingFlag = 'typing'
