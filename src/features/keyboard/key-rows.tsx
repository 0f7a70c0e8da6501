// biome-ignore-all lint/a11y/useSemanticElements: the ARIA grid pattern: rows that keys act on.
// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, and its cells are read with it.
import { useAtom } from '@xstate/store-react'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fold } from '../../../domain/lib/fold.ts'
import { resourceNames } from '../../../domain/resources.ts'
import type { Preferences } from '../../../domain/users/preferences.ts'
import { isCharacterStep, parseKeys } from '../../../machines/keys/parse-keys.ts'
import { type Command, isEverAllowed } from '../../commands/command.ts'
import { groupCommands } from '../../commands/command-groups.ts'
import { commandLabel, keywordsKey } from '../../commands/run-command.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { type Defaults, isChanged, userKeys, withKeys } from './own-keys.ts'

type KeyRowData = { command: Command; label: string; keys: readonly string[]; isChanged: boolean }
type KeyRowGroup = { titleKey: string; rows: readonly KeyRowData[] }

/** Search by words of a name, by pressed keys, or both. */
type Sought = { text: string; steps: readonly string[] }

/** Permitted commands with their keys, filtered by the search. */
export const useKeyRows = (defaults: Defaults, sought: Sought): readonly KeyRowGroup[] => {
  const { registry, preferences: store, commandContext } = useWorkspace()
  const { t, i18n } = useTranslation(['commands', 'help', 'keywords', ...resourceNames])
  const preferences = useAtom(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow the language, the registry the preferences.
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
          keys: userKeys(defaults, preferences, command.id),
          isChanged: isChanged(preferences, command.id),
          folded: fold(`${label} ${words}`),
        }
      }),
    }))
  }, [registry, defaults, preferences, i18n.language])
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

type Notice = { titleKey: string; values?: Record<string, string> }

/** Overrides of the user with actions; each toast has Undo. */
export const useOwnKeys = () => {
  const { registry, keys, preferences: store, ports } = useWorkspace()
  const preferences = useAtom(store)
  const { unbound } = registry
  const defaults: Defaults = useMemo(() => ({ bindings: keys.defaults, unbound }), [keys.defaults, unbound])
  const keep = (next: Preferences, notice: Notice) => {
    const before = store.get()
    store.update(() => next)
    ports.notify({
      tone: 'success',
      ...notice,
      action: {
        labelKey: 'changes:undo',
        run: () => store.update((now) => takenBack(now, { before, next })),
      },
    })
  }
  return {
    preferences,
    defaults,
    keep,
    keysOf: (command: string) => userKeys(defaults, preferences, command),
    setKeys: (command: string, own: readonly string[], notice: Notice) =>
      keep(withKeys(defaults, store.get(), command, own), notice),
  }
}

/** The previous preferences, unless changed again since. */
const takenBack = (
  now: Preferences,
  { before, next }: { before: Preferences; next: Preferences },
): Preferences => {
  const overrides = { ...now.overrides }
  for (const command of new Set([...Object.keys(before.overrides), ...Object.keys(next.overrides)])) {
    if (String(now.overrides[command]) !== String(next.overrides[command])) continue
    const earlier = before.overrides[command]
    if (earlier === undefined) delete overrides[command]
    else overrides[command] = earlier
  }
  return {
    ...now,
    overrides,
    singleKeys: now.singleKeys === next.singleKeys ? before.singleKeys : now.singleKeys,
    macros: now.macros === next.macros ? before.macros : now.macros,
  }
}

/** Roving tabindex: arrows, Home and End move between rows. */
export const useRowFocus = (commands: readonly string[]) => {
  const list = useRef<HTMLDivElement>(null)
  const [wanted, setActive] = useState<string | null>(null)
  const at = wanted === null ? -1 : commands.indexOf(wanted)
  const active = commands[Math.max(at, 0)] ?? null

  const focusRow = (index: number) => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[role="row"]') ?? []
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const here = commands.indexOf(active ?? '')
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      j: here + 1,
      k: here - 1,
      PageDown: here + 10,
      PageUp: here - 10,
      Home: 0,
      End: commands.length - 1,
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    focusRow(to)
  }
  // Rows get focus when the screen opens, unless a dialog has it. The screen itself may have it.
  useEffect(() => {
    const active = document.activeElement ?? document.body
    if (active !== document.body && !active.matches('main')) return
    list.current?.querySelector<HTMLElement>('[role="row"]')?.focus({ preventScroll: true })
  }, [])
  return { list, active, setActive, focusRow, onKeyDown }
}

type KeyRowProps = {
  command: string
  label: string
  /** Comma-separated, so that unchanged rows compare equal. */
  keys: string
  isChanged: boolean
  isActive: boolean
  /** Bare-letter shortcuts are disabled. */
  areSinglesOff: boolean
  onFocus: (command: string) => void
  run: (command: string) => void
  keysOf: (command: string) => string | undefined
}

/** A command with its keys; the active row shows its actions. */
export const KeyRow = memo(
  ({ command, label, keys, isChanged, isActive, areSinglesOff, onFocus, run, keysOf }: KeyRowProps) => {
    const { t } = useTranslation(['shortcuts', 'commands'])
    const list = keys === '' ? [] : keys.split(keySeparator)
    return (
      <div
        role="row"
        tabIndex={isActive ? 0 : -1}
        data-command={command}
        aria-selected={isActive}
        onFocus={() => onFocus(command)}
        className={cx(
          'group flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-2 py-1 -outline-offset-2 sm:flex-nowrap pointer-coarse:min-h-11',
          isActive ? 'bg-hover' : 'hover:bg-hover',
        )}
      >
        <span role="gridcell" className="flex min-w-0 flex-1 basis-40 items-center gap-2">
          <span className="min-w-0">{label}</span>
          {isChanged && (
            <span className="shrink-0 rounded-sm bg-accent-soft px-1.5 text-xs font-medium text-accent-text">
              {t('shortcuts:changed')}
            </span>
          )}
        </span>
        <span role="gridcell" className="ml-auto flex flex-wrap items-center justify-end gap-1.5">
          {list.length === 0 && <span className="text-sm text-ink-muted">{t('shortcuts:none')}</span>}
          {list.map((own) => {
            const isOff = areSinglesOff && isCharacterStep(parseKeys(own)?.[0] ?? '')
            return isOff ? (
              <s
                key={own}
                title={t('shortcuts:single.off')}
                className="relative after:absolute after:inset-x-0 after:top-1/2 after:border-t after:border-current"
              >
                <Keycap isSubject keys={own} tone="quiet" />
              </s>
            ) : (
              <Keycap isSubject key={own} keys={own} />
            )
          })}
        </span>
        <span
          role="gridcell"
          className={cx(
            'w-full justify-end sm:w-26',
            isActive ? 'flex' : 'hidden sm:invisible sm:flex sm:group-hover:visible',
          )}
        >
          {actions
            .filter(({ id }) => id !== 'keyboard.restore' || isChanged)
            .filter(({ id }) => id !== 'keyboard.remove' || list.length > 0)
            .map(({ id, icon }) => (
              <IconButton
                key={id}
                size="sm"
                icon={icon}
                label={t(`commands:${id}.label`)}
                keys={keysOf(id)}
                tabIndex={isActive ? 0 : -1}
                onClick={() => {
                  onFocus(command)
                  run(id)
                }}
              />
            ))}
        </span>
      </div>
    )
  },
)

export const keySeparator = '\n'

const actions = [
  { id: 'keyboard.edit', icon: 'pencil' },
  { id: 'keyboard.add', icon: 'plus' },
  { id: 'keyboard.restore', icon: 'rotate-ccw' },
  { id: 'keyboard.remove', icon: 'trash' },
] as const
