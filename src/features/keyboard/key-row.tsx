// biome-ignore-all lint/a11y/useSemanticElements: the ARIA grid pattern: rows that keys act on.
// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, and its cells are read with it.
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { isCharacterStep, parseKeys } from '../../../machines/keys/parse-keys.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Keycap } from '../../ui/kbd/keycap.tsx'

type KeyRowProps = {
  command: string
  label: string
  /** Joined by commas, so that a row which did not change is not drawn anew. */
  keys: string
  isChanged: boolean
  isActive: boolean
  /** Bare letters fire nothing at present. */
  areSinglesOff: boolean
  onFocus: (command: string) => void
  run: (command: string) => void
  keysOf: (command: string) => string | undefined
}

/** A command with its keys; what can be done with them stands on the row that the keyboard is on. */
export const KeyRow = memo(
  ({ command, label, keys, isChanged, isActive, areSinglesOff, onFocus, run, keysOf }: KeyRowProps) => {
    const { t } = useTranslation(['keys', 'commands'])
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
              {t('keys:changed')}
            </span>
          )}
        </span>
        <span role="gridcell" className="ml-auto flex flex-wrap items-center justify-end gap-1.5">
          {list.length === 0 && <span className="text-sm text-ink-muted">{t('keys:none')}</span>}
          {list.map((own) => {
            const isOff = areSinglesOff && isCharacterStep(parseKeys(own)?.[0] ?? '')
            return isOff ? (
              <s
                key={own}
                title={t('keys:single.off')}
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
