import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icons/icon.tsx'
import type { IconName } from '../ui/icons/icon-set.ts'

export type Connection = 'live' | 'connecting' | 'offline'

/** Where there is no room for it, it is said all the same. */
const quiet =
  'sr-only sm:max-desk:not-sr-only sm:max-desk:whitespace-nowrap bar:not-sr-only bar:whitespace-nowrap'

const faces: Record<Connection, { icon: IconName; className: string; wordClass: string }> = {
  live: { icon: 'zap', className: 'text-success', wordClass: 'sr-only' },
  connecting: { icon: 'refresh', className: 'text-warning', wordClass: quiet },
  offline: { icon: 'wifi-off', className: 'text-danger', wordClass: quiet },
}

/** Whether what is on screen is what is so. Quiet while it is; a word as soon as it is not. */
export const ConnectionState = ({ state }: { state: Connection }) => {
  const { t } = useTranslation('shell')
  const { icon, className, wordClass } = faces[state]
  const word = t(`connection.${state}`)
  return (
    <span role="status" title={word} className={cx('flex h-8 items-center gap-1.5 px-2 text-sm', className)}>
      <Icon name={icon} size={14} />
      <span className={wordClass}>{word}</span>
    </span>
  )
}
