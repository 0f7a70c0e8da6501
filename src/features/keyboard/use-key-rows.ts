import { useAtom } from '@xstate/store-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fold } from '../../../domain/lib/fold.ts'
import { resourceNames } from '../../../domain/resources.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import type { Command } from '../../commands/command.ts'
import { groupCommands } from '../../commands/command-groups.ts'
import { commandLabel, keywordsKey } from '../../commands/run-command.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { type Defaults, isChanged, ownKeys } from './own-keys.ts'

export type KeyRowData = { command: Command; label: string; keys: readonly string[]; isChanged: boolean }
export type KeyRowGroup = { titleKey: string; rows: readonly KeyRowData[] }

/** What is looked for: words of a name, or keys as they are pressed, or both. */
export type Sought = { text: string; steps: readonly string[] }

/** Every command that this person may ever run, with the keys that it has for them, as far as it is looked for. */
export const useKeyRows = (defaults: Defaults, sought: Sought): readonly KeyRowGroup[] => {
  const { registry, desk: store, commandContext } = useWorkspace()
  const { t, i18n } = useTranslation(['commands', 'help', ...resourceNames])
  const desk = useAtom(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow the language, the registry the desk.
  const all = useMemo(() => {
    const context = commandContext()
    const allowed = registry.commands.filter((command) => isEverAllowed(command, context))
    return groupCommands(allowed, null).map(({ titleKey, commands }) => ({
      titleKey,
      rows: commands.map((command) => {
        const label = commandLabel(command, t)
        const words = command.text === undefined ? t(keywordsKey(command)) : ''
        return {
          command,
          label,
          keys: ownKeys(defaults, desk, command.id),
          isChanged: isChanged(desk, command.id),
          folded: fold(`${label} ${words}`),
        }
      }),
    }))
  }, [registry, defaults, desk, i18n.language])
  const words = fold(sought.text).split(' ').filter(Boolean)
  const pressed = sought.steps.join(' ')
  return all
    .map(({ titleKey, rows }) => ({
      titleKey,
      rows: rows.filter(
        ({ folded, keys }) =>
          words.every((word) => folded.includes(word)) &&
          (pressed === '' || keys.some((own) => own === pressed || own.startsWith(`${pressed} `))),
      ),
    }))
    .filter(({ rows }) => rows.length > 0)
}
