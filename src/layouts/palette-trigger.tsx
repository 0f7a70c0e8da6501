import { useTranslation } from 'react-i18next'
import { ariaKeyShortcuts } from '../keyboard/keycaps.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { Keycap } from '../ui/keys/keycap.tsx'

/** The door to the palette for those who do not know its key yet; it teaches the key. */
export const PaletteTrigger = ({ keys, onOpen }: { keys: string | undefined; onOpen: () => void }) => {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      aria-keyshortcuts={keys && shortcutsOf(keys)}
      className="flex h-8 w-full max-w-108 min-w-0 items-center justify-self-center gap-2 rounded-md border border-line-strong bg-topbar-control px-2.5 text-left text-sm text-ink-muted hover:border-control hover:text-ink pointer-coarse:h-11"
    >
      <Icon name="search" size={14} />
      <span className="min-w-0 flex-1 truncate">{t('palette')}</span>
      {keys && (
        <Keycap keys={keys} tone="filled" isDecoration className="max-sm:hidden pointer-coarse:hidden" />
      )}
    </button>
  )
}

/** On either kind of machine, where the standard can express them. */
const shortcutsOf = (keys: string): string | undefined => {
  const told = [ariaKeyShortcuts(keys, 'other'), ariaKeyShortcuts(keys, 'mac')]
  return [...new Set(told.filter((one) => one !== undefined))].join(' ') || undefined
}
