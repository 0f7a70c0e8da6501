import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { Keycap } from './keycap.tsx'

export type KeyHint = { keys: string; label: string }

/** What can be pressed here, in one quiet row; out of the way of fingers, which have no keys. */
export const KeyHints = ({ hints, className }: { hints: readonly KeyHint[]; className?: string }) => {
  const { t } = useTranslation('common')
  return (
    <ul
      aria-label={t('keyHints')}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted pointer-coarse:hidden',
        className,
      )}
    >
      {hints.map((hint) => (
        <li key={hint.keys} className="inline-flex items-center gap-1.5">
          <Keycap keys={hint.keys} />
          {hint.label}
        </li>
      ))}
    </ul>
  )
}
