import { commandSections } from '../../commands/command.ts'
import type { PaletteView } from '../palette-view.ts'
import { commandItem } from './command-item.ts'
import { byReluctance, type PaletteSection } from './palette-item.ts'

/** `>` and nothing behind it: every command there is for this person, what cannot be run now with its reason. */
export const everyCommand = (view: PaletteView): PaletteSection[] =>
  commandSections.map((section) => ({
    id: section,
    heading: view.t(`help:sections.${section}`),
    items: view.registry.commands
      .filter((command) => !command.hidden && command.section === section)
      .map((command) => commandItem(command, view.context, view))
      .filter(({ refusal }) => refusal !== 'FORBIDDEN')
      .toSorted(byReluctance),
  }))
