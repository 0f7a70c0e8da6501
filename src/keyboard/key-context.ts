/** The flags that hold at this moment, oldest first. */
export type KeyContext = {
  flags: () => readonly string[]
  /** Adds a flag; the function returned takes this one away again, however many of the same name stand. */
  push: (flag: string) => () => void
}

/** A stack of context flags: the last modal one pushed is the layer that owns the keyboard. */
export function createKeyContext(): KeyContext {
  let entries: readonly { flag: string }[] = []
  return {
    flags: () => entries.map((entry) => entry.flag),
    push: (flag) => {
      const entry = { flag }
      entries = [...entries, entry]
      return () => {
        entries = entries.filter((other) => other !== entry)
      }
    },
  }
}
