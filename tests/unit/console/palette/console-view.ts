import i18next from 'i18next'
import { readTexts } from '../../../../scripts/lib/read-texts.mjs'
import type { CommandContext } from '../../../../src/commands/command.ts'
import type { Translate } from '../../../../src/i18n/i18n.ts'
import { prepareChoiceIn, prepareCommand } from '../../../../src/palette/ranking/palette-words.ts'
import { createRecents } from '../../../../src/palette/ranking/recents.ts'
import { prepareHelp } from '../../../../src/palette/results/browse-sections.ts'
import { choiceText } from '../../../../src/palette/results/command-item.ts'
import { nextDays } from '../../../../src/palette/results/days.ts'
import type { PaletteView } from '../../../../src/palette/results/palette-view.ts'
import { registry } from '../../../support/console-registry.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

const i18n = i18next.createInstance()
await i18n.init({
  lng: 'fr',
  interpolation: { escapeValue: false },
  resources: {
    fr: readTexts('fr'),
  },
})

const t: Translate = (key, values) => i18n.t(key, values ?? {})

/** The palette in French; fetched choices are empty. */
export const consoleView = (context: CommandContext, changes: Partial<PaletteView> = {}): PaletteView => ({
  registry,
  context,
  t,
  language: 'fr',
  flags: [],
  isPhone: false,
  recents: createRecents(memoryStorage(), 'u1'),
  prepared: registry.commands.filter(({ hidden }) => !hidden).map((command) => prepareCommand(i18n, command)),
  choicePhase: () => 'ready',
  choices: (_, argument) => {
    if (argument.kind === 'date') return nextDays('2026-11-21', 'fr', ['fr'])
    const choices = argument.kind === 'choice' ? argument.choices(context, AbortSignal.abort()) : []
    if (choices instanceof Promise) return []
    return choices.map((choice) => prepareChoiceIn(i18n, choice, choiceText(choice, t)))
  },
  search: { hits: [], query: '', failure: null },
  records: { find: () => [] },
  scope: null,
  numbers: { read: () => ({ hits: [] }) },
  help: () => prepareHelp(i18n, registry),
  customers: { isAllowed: true, read: () => ({ phase: 'loading', customer: null }) },
  ...changes,
})
