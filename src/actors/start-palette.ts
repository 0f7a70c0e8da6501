import { createActor } from 'xstate'
import type { ResourceName } from '../../domain/resources.ts'
import type { Arguments } from '../commands/argument.ts'
import type { CommandContext } from '../commands/command-context.ts'
import { invocationOf, nothingGiven } from '../palette/command-item.ts'
import type { PaletteProps } from '../palette/palette-props.ts'
import { createRecents } from '../palette/recents.ts'
import { bindPalette, type PaletteServices, previewInvocation } from './bind-palette.ts'

export type PaletteStart = PaletteServices & {
  /** What is known of what is in view without waiting: what the palette shows. */
  peek: () => CommandContext
  /** Whose recents these are. */
  person: string
  scopes: readonly ResourceName[]
  people: ResourceName | null
  onOpen?: () => void
}

/** Starts the palette; `<Palette {...props} />` shows it, `open` is the port that commands and keys call. */
export const startPalette = (start: PaletteStart) => {
  const { registry, peek, person, scopes, people, onOpen } = start
  const actor = createActor(bindPalette(start)).start()
  const props: PaletteProps = {
    actor,
    registry,
    context: peek,
    preview: (invocation, signal) => previewInvocation(start, invocation, signal),
    search: (query, options) => {
      const { ports, country } = peek()
      return ports.api.search(query, { ...options, country })
    },
    recents: createRecents(localStorage, person),
    scopes,
    people,
    onOpen,
  }
  return {
    props,
    /** At a command's first question where it is named; otherwise at the top. Open already, it closes. */
    open: (at?: { command: string; args?: Arguments }): void => {
      const command = at && registry.get(at.command)
      if (command) {
        const invocation = invocationOf(command, peek(), { ...nothingGiven, args: at?.args ?? {} })
        actor.send({ type: 'palette.open', invocation })
        return
      }
      actor.send({ type: actor.getSnapshot().hasTag('visible') ? 'palette.close' : 'palette.open' })
    },
  }
}
