import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { ListController } from '../../table/list-controller.ts'
import { KeyHints } from '../../ui/key-hints.tsx'

/** Where one is in the list, and what can be pressed. */
export const ListFooter = <T,>({ list }: { list: ListController<T, Where> }) => {
  const { t, i18n } = useTranslation('list')
  useSyncExternalStore(list.marks.subscribe, list.marks.get)
  const { total } = useSyncExternalStore(list.status.subscribe, list.status.get)
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <div className="flex w-full items-center gap-4">
      <KeyHints
        hints={[
          { keys: 'Space', label: t('hints.select') },
          { keys: 'Mod+a', label: t('hints.all') },
          { keys: 's', label: t('hints.status') },
          { keys: 'f', label: t('hints.filter') },
          { keys: 'u', label: t('hints.undo') },
          { keys: '?', label: t('hints.help') },
        ]}
        className="min-w-0 flex-1"
      />
      {total > 0 && (
        <span className="figures text-xs whitespace-nowrap text-ink-muted">
          {t('position', { at: number.format(list.activeIndex() + 1), total: number.format(total) })}
        </span>
      )}
    </div>
  )
}

/** How many match, in words. */
export const ListCount = <T,>({
  list,
  resource,
}: {
  list: ListController<T, Where>
  resource: ResourceName
}) => {
  const { t } = useTranslation(resource)
  const { total, phase } = useSyncExternalStore(list.status.subscribe, list.status.get)
  return phase === 'ready' ? <span role="status">{t(`${resource}:count`, { count: total })}</span> : null
}
