import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'
import { type Tone, toneClasses, toneIcons } from './tone.ts'

export type BannerProps = {
  tone: Tone
  icon?: IconName
  children: ReactNode
  action?: { label: string; keys?: string; onPress: () => void }
  onDismiss?: () => void
}

/** One line over a screen about its state: offline, stale, somebody else changed this. */
export const Banner = ({ tone, icon = toneIcons[tone], children, action, onDismiss }: BannerProps) => {
  const { t } = useTranslation('common')
  const { soft, line, text } = toneClasses[tone]
  return (
    <div
      role="status"
      className={cx('flex min-h-9 items-center gap-2 border-b px-4 py-1 text-sm desk:px-6', soft, line)}
    >
      <Icon name={icon} className={text} />
      <p className="min-w-0 flex-1 text-ink">{children}</p>
      {action && (
        <Button size="sm" keys={action.keys} onClick={action.onPress}>
          {action.label}
        </Button>
      )}
      {onDismiss && <IconButton size="sm" icon="x" label={t('close')} onClick={onDismiss} />}
    </div>
  )
}
