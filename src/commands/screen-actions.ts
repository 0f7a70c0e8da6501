/** What a screen lends to its commands while it is on the screen: its code is a chunk of its own, its commands are not. */
export type ScreenActions<Lent> = {
  /** Null where no such screen is open. */
  current: () => Lent | null
  /** The function returned takes it away again. */
  show: (lent: Lent) => () => void
}

export const createScreenActions = <Lent>(): ScreenActions<Lent> => {
  let open: Lent | null = null
  return {
    current: () => open,
    show: (lent) => {
      open = lent
      return () => {
        if (open === lent) open = null
      }
    },
  }
}
