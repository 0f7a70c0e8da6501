import { useTranslation } from 'react-i18next'
import { commandSections } from '../commands/command.ts'
import type { Registry } from '../commands/create-registry.ts'
import { labelKey } from '../commands/run-command.ts'
import { useKeyboard } from '../keyboard/use-keyboard.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Keycap } from '../ui/keycap.tsx'

type HelpSheetProps = { registry: Registry; open: boolean; onClose: () => void }

/** Every key that works, made from the commands themselves, as the reader's keyboard prints them. */
export const HelpSheet = ({ registry, open, onClose }: HelpSheetProps) => {
  const { t } = useTranslation(['help', 'commands'])
  const { actor } = useKeyboard()
  const { bindings } = actor.getSnapshot().context
  const keysOf = (id: string) => [
    ...new Set(bindings.filter(({ command }) => command === id).map(({ keys }) => keys)),
  ]
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('help:title')} description={t('help:lead')} size="xl">
      <div className="max-h-[60vh] columns-1 gap-8 overflow-y-auto sm:columns-2 desk:columns-3">
        {commandSections.map((section) => {
          const commands = registry.commands.filter(
            (command) => command.section === section && keysOf(command.id).length > 0,
          )
          if (commands.length === 0) return null
          return (
            <section key={section} className="mb-5 break-inside-avoid" aria-labelledby={`help-${section}`}>
              <h3 id={`help-${section}`} className="mb-1 text-sm font-semibold">
                {t(`help:sections.${section}`)}
              </h3>
              <dl>
                {commands.map((command) => (
                  <div key={command.id} className="flex min-h-7 items-center justify-between gap-3 text-sm">
                    <dt className="text-ink-muted">{t(labelKey(command))}</dt>
                    <dd className="flex flex-wrap justify-end gap-1">
                      {keysOf(command.id).map((keys) => (
                        <Keycap key={keys} keys={keys} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
