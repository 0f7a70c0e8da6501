import { Command } from 'cmdk'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { Keycap } from '../ui/keycap.tsx'
import type { Translate } from './command-item.ts'
import type { PaletteItem } from './palette-item.ts'
import { shortReason } from './report-words.ts'

type PaletteRowProps = {
  item: PaletteItem
  t: Translate
  position: number
  count: number
  onSelect: () => void
}

/**
 * One row. One that cannot be run stays reachable, so that its reason can be read: to cmdk it is not disabled, since
 * arrows pass over what is.
 */
export const PaletteRow = ({ item, t, position, count, onSelect }: PaletteRowProps) => {
  const reason = item.refusal ? shortReason(item.refusal, t) : null
  return (
    <Command.Item
      value={item.id}
      onSelect={onSelect}
      aria-posinset={position}
      aria-setsize={count}
      className={cx(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1.5 select-none data-[selected=true]:bg-selected pointer-coarse:min-h-11',
        reason !== null && 'text-ink-faint',
        reason === null && item.danger && 'text-danger',
      )}
    >
      <Icon name={item.icon} className={reason === null && item.danger ? '' : 'text-ink-muted'} />
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <span className={cx('min-w-0 truncate', item.detail && 'max-w-[60%] shrink-0')}>{item.title}</span>
        {item.detail && (
          <span className="figures min-w-0 flex-1 truncate text-sm text-ink-muted">{item.detail}</span>
        )}
      </span>
      {item.note && <span className="shrink-0 text-sm text-ink-muted">{item.note}</span>}
      {reason !== null && (
        <span className="flex max-w-1/2 shrink-0 items-center gap-1 text-xs text-ink-muted">
          <Icon name="ban" size={12} />
          <span className="sr-only">{t('palette:unavailable', { reason: '' })}</span>
          <span className="truncate">{reason}</span>
        </span>
      )}
      {item.keys && (
        <span aria-hidden="true">
          <Keycap keys={item.keys} />
        </span>
      )}
    </Command.Item>
  )
}
