import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceName } from '../../../domain/resources.ts'
import { lazyWithPreload, usePreload } from '../../lazy/lazy-with-preload.tsx'
import type { MenuItem } from '../../ui/overlay/menu-item.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { rowMenuItems } from './row-menu-items.ts'

const ContextMenu = lazyWithPreload(async () => ({
  default: (await import('../../ui/overlay/context-menu.tsx')).ContextMenu,
}))
const lazyParts = [ContextMenu]

type RowMenuProps = {
  resource: ResourceName
  /** Position of the open menu, or null. */
  at: DOMRect | null
  /** Items before those of the row: of the pressed cell. */
  first?: readonly MenuItem[]
  onClose: () => void
}

/** Context menu of the active row or selection. */
export const RowMenu = ({ at, ...rest }: RowMenuProps) => {
  usePreload(lazyParts)
  return at === null ? null : <OpenMenu at={at} {...rest} />
}

const OpenMenu = ({ resource, at, first = [], onClose }: RowMenuProps & { at: DOMRect }) => {
  const { registry, commandContext, run } = useWorkspace()
  const { t } = useTranslation(['rows', 'list', 'errors', 'palette', 'commands', resource])
  // Fixed on opening: live changes must not move items.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when it opens.
  const items = useMemo(
    () => [
      ...first,
      ...rowMenuItems({
        registry,
        resource,
        context: commandContext(),
        t: (key, values) => t(key, values ?? {}),
        run,
      }),
    ],
    [],
  )
  return <ContextMenu label={t('rows:menu')} items={items} at={at} onClose={onClose} />
}
