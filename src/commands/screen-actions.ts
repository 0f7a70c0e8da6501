import type { ListPort } from './command-ports.ts'

/** What a screen lends to its commands while it is on the screen: its code is a chunk of its own, its commands are not. */
type ScreenActions<Lent> = {
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

type Moves = Required<
  Pick<ListPort, 'move' | 'moveTo' | 'page' | 'open' | 'refresh' | 'focusFilter' | 'clearFilter'>
> &
  Pick<ListPort, 'openMenu'>

/** A list that is gone through and narrowed, and nothing more: no selection, no cells, no columns, no views of its own. */
export const plainList = (own: Moves & Pick<ListPort, 'act' | 'whyNotAct'>): ListPort & Moves => ({
  ...own,
  search: () => '',
  matching: null,
})
