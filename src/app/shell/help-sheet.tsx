import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceNames } from '../../../domain/resources.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { groupCommands } from '../../commands/command-groups.ts'
import type { Registry } from '../../commands/create-registry.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { useKeyboard } from '../../keyboard/use-keyboard.tsx'
import { Keycap } from '../../ui/keys/keycap.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

type HelpSheetProps = {
  registry: Registry
  /** Whose keys, and where they are pressed. */
  context: () => CommandContext
  open: boolean
  onClose: () => void
}

/** Every key that works for this person, made from the commands themselves, as the reader's keyboard prints them. This screen's first. */
export const HelpSheet = ({ registry, context: readContext, open, onClose }: HelpSheetProps) => {
  const { t } = useTranslation(['help', 'commands', ...resourceNames])
  const { actor } = useKeyboard()
  const scroller = useRef<HTMLDivElement>(null)
  const { bindings } = actor.getSnapshot().context
  const keysOf = (id: string) => [
    ...new Set(bindings.filter(({ command }) => command === id).map(({ keys }) => keys)),
  ]
  const context = readContext()
  const bound = registry.commands.filter(
    (command) => keysOf(command.id).length > 0 && isEverAllowed(command, context),
  )
  const groups = groupCommands(bound, context.resource)
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('help:title')}
      description={t('help:lead')}
      size="xl"
      initialFocus={scroller}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <div ref={scroller} tabIndex={0} className="-mx-2 max-h-[62vh] overflow-y-auto rounded-md px-2 py-1">
        <div className="gap-10 sm:columns-2">
          {groups.map(({ titleKey, commands }) => (
            <section key={titleKey} className="mb-5 break-inside-avoid">
              <h3 className="mb-1 text-sm font-semibold">{t(titleKey)}</h3>
              <dl>
                {commands.map((command) => (
                  <div key={command.id} className="flex min-h-7 items-center justify-between gap-3 text-sm">
                    <dt className="text-ink-muted">{commandLabel(command, t)}</dt>
                    <dd className="flex flex-wrap justify-end gap-1">
                      {keysOf(command.id).map((keys) => (
                        <Keycap key={keys} keys={keys} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
