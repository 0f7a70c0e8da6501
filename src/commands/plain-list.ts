import type { ListPort } from './command-ports.ts'

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
