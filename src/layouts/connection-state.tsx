import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

export type Connection = 'live' | 'connecting' | 'offline'

const faces: Record<Connection, { icon: IconName; className: string; wordClass: string }> = {
  live: { icon: 'zap', className: 'text-success', wordClass: 'sr-only' },
  connecting: { icon: 'refresh', className: 'text-warning', wordClass: 'hidden sm:inline' },
  offline: { icon: 'wifi-off', className: 'text-danger', wordClass: 'hidden sm:inline' },
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
