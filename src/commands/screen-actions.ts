import { admits, type Route } from '../../domain/access/routes.ts'
import { type Command, defineCommand } from './command.ts'
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

/** `route`: screen whose roles may use the command; `actOf`: what it does there, null if it cannot now. */
type OnScreen<Lent> = Pick<Command, 'icon' | 'keys' | 'hidden'> & {
  route: Route
  actOf: (screen: Lent) => (() => void) | null
}

/** Makes commands of what a mounted screen lends. */
export const commandsOnScreen =
  <Lent>({ current }: ScreenActions<Lent>) =>
  (id: string, { actOf, route, ...look }: OnScreen<Lent>): Command => {
    const act = () => {
      const screen = current()
      return screen === null ? null : actOf(screen)
    }
    return defineCommand({
      ...look,
      id,
      target: 'none',
      section: 'list',
      unrecorded: 'quietly',
      whyNot: ({ actor }) =>
        actor === null || !admits(route, actor) ? 'FORBIDDEN' : act() === null ? 'NOT_FOUND' : null,
      run: () => act()?.(),
    })
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
