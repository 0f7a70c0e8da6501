// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard.
// biome-ignore-all lint/a11y/useSemanticElements: lines that are read, not a part of a form.
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { macroCommand, type Preferences } from '../../../domain/users/preferences.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { KeysFile } from './own-keys.ts'

type ImportDialogProps = {
  file: KeysFile
  preferences: Preferences
  nameOf: (command: string) => string
  onKeep: (preferences: Preferences) => void
  onClose: () => void
}

/** Preview of an imported keyboard file: changes and invalid lines. */
export const ImportDialog = ({ file, preferences, nameOf, onKeep, onClose }: ImportDialogProps) => {
  const { t } = useTranslation('shortcuts')
  const scroller = useRef<HTMLDivElement>(null)
  if (file.kind === 'unreadable') {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        size="sm"
        title={t('import.unreadable')}
        description={t('import.expected')}
      />
    )
  }
  const { changes, refused, macros } = file
  const named = (command: string) =>
    macros.find(({ id }) => macroCommand(id) === command)?.name ?? nameOf(command)
  const switches = file.preferences.singleKeys !== preferences.singleKeys
  const isNothing = changes.length === 0 && macros.length === 0 && !switches
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('import.title')}
      description={isNothing ? t('import.nothing') : t('import.changes', { count: changes.length })}
      initialFocus={scroller}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={onClose}>
            {t('record.cancel')}
          </Button>
          {!isNothing && (
            <Button variant="primary" onClick={() => onKeep(file.preferences)}>
              {t('import.keep')}
            </Button>
          )}
        </>
      }
    >
      <div
        ref={scroller}
        role="group"
        aria-label={t('import.title')}
        tabIndex={0}
        className="max-h-[50vh] overflow-y-auto"
      >
        <ul className="flex flex-col gap-1.5 text-sm">
          {switches && <li>{t(file.preferences.singleKeys ? 'single.turnedOn' : 'single.turnedOff')}</li>}
          {changes.map(({ command, from, to }) => (
            <li key={command} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0">{named(command)}</span>
              <span className="flex items-center gap-1.5">
                <Keys keys={from} />
                <Icon name="arrow-right" size={14} label={t('import.becomes')} className="text-ink-muted" />
                <Keys keys={to} />
              </span>
            </li>
          ))}
          {macros.map(({ id, name }) => (
            <li key={id}>{t('import.macro', { name })}</li>
          ))}
        </ul>
        {refused.length > 0 && (
          <>
            <h3 className="mt-4 mb-1.5 text-sm font-semibold">
              {t('import.refused', { count: refused.length })}
            </h3>
            <ul className="flex flex-col gap-1.5 text-sm">
              {refused.map(({ command, keys, reason }) => (
                <li key={`${command} ${keys}`} className="flex flex-wrap gap-x-2 text-ink-muted">
                  {command !== '' && <span className="font-medium text-ink">{named(command)}</span>}
                  <code className="font-mono">{keys}</code>
                  <span>{t(`problems.${reason}`)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}

const Keys = ({ keys }: { keys: readonly string[] }) => {
  const { t } = useTranslation('shortcuts')
  if (keys.length === 0) return <span className="text-ink-muted">{t('none')}</span>
  return keys.map((own) => <Keycap isSubject key={own} keys={own} />)
}
