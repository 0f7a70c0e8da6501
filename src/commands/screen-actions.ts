import type { ListPort } from './command-ports.ts'

/** Actions that a mounted screen registers for its commands, whose code is not lazy. */
type ScreenActions<Lent> = {
  /** Null while no such screen is mounted. */
  current: () => Lent | null
  /** The returned function unregisters it. */
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

/** A list that only supports moves and filters: no selection, cells, columns or views. */
export const plainList = (own: Moves & Pick<ListPort, 'act' | 'whyNotAct' | 'scan'>): ListPort & Moves => ({
  ...own,
  search: () => '',
  matching: null,
})
