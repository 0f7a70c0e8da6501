import { useAtom } from '@xstate/store-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fold, foldedWords } from '../../../domain/lib/fold.ts'
import { resourceNames } from '../../../domain/resources.ts'
import type { KeyBinding } from '../../../machines/keys/key-binding.ts'
import { isActive, parseWhen } from '../../../machines/keys/key-context.ts'
import { type Command, type CommandContext, isEverAllowed } from '../../commands/command.ts'
import { type CommandGroup, groupCommands } from '../../commands/command-groups.ts'
import type { Registry } from '../../commands/create-registry.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { useKeyboard } from '../../keyboard/use-keyboard.tsx'
import { isPhoneWidth, isPointerCoarse } from '../../stores/browser.ts'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

type HelpSheetProps = {
  registry: Registry
  /** For permissions and context of the keys. */
  context: () => CommandContext
  open: boolean
  onClose: () => void
}

/** Key sheet: all active shortcuts of the user, those of the current screen first. */
export const HelpSheet = ({ registry, context: readContext, open, onClose }: HelpSheetProps) => {
  const { t } = useTranslation(['help', 'commands', ...resourceNames])
  const { actor, context: keyContext } = useKeyboard()
  const scroller = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [sought, setSought] = useState('')
  const { bindings } = actor.getSnapshot().context
  const bindingsOf = (id: string) => bindings.filter(({ command }) => command === id)
  const context = readContext()
  const isTouch = useAtom(isPointerCoarse)
  const isPhone = useAtom(isPhoneWidth)
  const isCourier = context.actor?.role === 'delivery'
  // Others may have a keyboard at their phone.
  const hasKeys = !(isTouch && isPhone && isCourier)
  const flags = keyContext.flags()
  const isHere = ({ id }: Command) =>
    bindingsOf(id).some(
      (binding) =>
        parseWhen(binding.when).wants.length > 0 && isActive({ ...binding, allowInInput: true }, flags),
    )
  const bound = registry.commands.filter(
    (command) => bindingsOf(command.id).length > 0 && isEverAllowed(command, context),
  )
  const found = commandsNamed(bound, sought, (command) => commandLabel(command, t))
  const parts = [
    { id: 'here', commands: found.filter(isHere) },
    { id: 'elsewhere', commands: found.filter((command) => !isHere(command)) },
  ] as const
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t(hasKeys ? 'help:title' : 'help:touch.title')}
      description={hasKeys ? t('help:lead') : undefined}
      size="xl"
      initialFocus={hasKeys && !isTouch ? field : scroller}
    >
      {hasKeys && (
        <TextInput
          ref={field}
          aria-label={t('help:find')}
          placeholder={t('help:find')}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          onKeyDown={(event) => scrollByKey(event, scroller.current)}
          className="mb-3"
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <div ref={scroller} tabIndex={0} className="-mx-2 max-h-[62vh] overflow-y-auto rounded-md px-2 py-1">
        {isTouch && <TouchHints isCourier={isCourier} />}
        {hasKeys && found.length === 0 && (
          <p role="status" className="py-6 text-center text-ink-muted">
            {t('help:none')}
          </p>
        )}
        {hasKeys && sought === '' && <p className="mb-3 text-sm text-ink-muted">{t('help:scan')}</p>}
        {parts
          .filter(({ commands }) => hasKeys && commands.length > 0)
          .map(({ id, commands }) => (
            <section key={id} aria-label={t(`help:${id}`)} className="mb-2">
              <h3 className="mb-3 border-b border-line pb-1 font-semibold">{t(`help:${id}`)}</h3>
              <div className="gap-10 sm:columns-2">
                {groupCommands(commands, context.resource).map((group) => (
                  <KeyGroup
                    key={group.titleKey}
                    group={group}
                    keysOf={(command) => keysOf(bindingsOf(command))}
                  />
                ))}
              </div>
            </section>
          ))}
      </div>
    </Dialog>
  )
}

/** Commands with all of the words in their label, in any order and without accents. */
export const commandsNamed = (
  commands: readonly Command[],
  sought: string,
  labelOf: (command: Command) => string,
): readonly Command[] => {
  const words = foldedWords(sought)
  return words.length === 0
    ? commands
    : commands.filter((command) => {
        const label = fold(labelOf(command))
        return words.every((word) => label.includes(word))
      })
}

/** The list below scrolls while the field has the focus. */
const scrollByKey = (event: KeyboardEvent, list: HTMLElement | null): void => {
  const by = { ArrowDown: 0.12, ArrowUp: -0.12, PageDown: 0.9, PageUp: -0.9 }[event.key]
  if (by === undefined || list === null) return
  event.preventDefault()
  list.scrollBy({ top: by * list.clientHeight })
}

const touchHints = ['open', 'more', 'search', 'undo', 'back'] as const
const roundHints = ['step', 'call', 'other', 'scan', 'offline'] as const

/** What fingers do, named by the words on the buttons. */
const TouchHints = ({ isCourier }: { isCourier: boolean }) => {
  const { t } = useTranslation(['help', 'shell', 'changes', 'delivery', 'camera'])
  const words = {
    search: t('shell:palette'),
    undo: t('changes:undo'),
    call: t('delivery:act.call'),
    map: t('delivery:act.map'),
    other: t('delivery:act.other'),
    scan: t('camera:open'),
  }
  return (
    <>
      {isCourier && (
        <TouchPart
          title={t('help:round.title')}
          hints={roundHints.map((id) => t(`help:round.${id}`, words))}
        />
      )}
      <TouchPart title={t('help:touch.title')} hints={touchHints.map((id) => t(`help:touch.${id}`, words))} />
    </>
  )
}

const TouchPart = ({ title, hints }: { title: string; hints: readonly string[] }) => (
  <section aria-label={title} className="mb-4">
    <h3 className="mb-2 border-b border-line pb-1 font-semibold">{title}</h3>
    <ul className="flex flex-col gap-1.5">
      {hints.map((hint) => (
        <li key={hint}>{hint}</li>
      ))}
    </ul>
  </section>
)

const keysOf = (bindings: readonly KeyBinding[]): readonly string[] => [
  ...new Set(bindings.map(({ keys }) => keys)),
]

type KeyGroupProps = { group: CommandGroup; keysOf: (command: string) => readonly string[] }

const KeyGroup = ({ group: { titleKey, commands }, keysOf }: KeyGroupProps) => {
  const { t } = useTranslation(['help', 'commands', ...resourceNames])
  return (
    <section className="mb-5 break-inside-avoid">
      <h4 className="mb-1 text-sm font-semibold text-ink-muted">{t(titleKey)}</h4>
      <dl>
        {commands.map((command) => (
          <div key={command.id} className="flex min-h-7 items-center justify-between gap-3 py-0.5 text-sm">
            <dt>{commandLabel(command, t)}</dt>
            <dd className="flex flex-wrap items-center justify-end gap-x-1.5 gap-y-1">
              {keysOf(command.id).map((keys, index) => (
                <span key={keys} className="inline-flex items-center gap-1.5 whitespace-nowrap">
                  {index > 0 && <span className="text-xs text-ink-muted">{` ${t('help:or')} `}</span>}
                  <Keycap isSubject keys={keys} then={t('help:then')} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
