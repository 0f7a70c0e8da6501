import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.tsx'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useCommandItems } from '../records/command-button.tsx'
import type { ListViews } from './use-list-views.ts'

/** Menu of the current view, with its modified state. */
export const ViewMenu = ({ views }: { views: Pick<ListViews, 'active' | 'isModified'> }) => {
  const { t } = useTranslation('views')
  const itemsOf = useCommandItems()
  const { run } = useWorkspace()
  const { active, isModified } = views
  if (active === null) {
    return (
      <Button size="sm" variant="ghost" icon="bookmark" keys="v" onClick={() => run('list.view')}>
        {t('list')}
      </Button>
    )
  }
  const own = active.saved === null ? [] : savedActs
  return (
    <>
      {isModified && (
        <StatusBadge tone="warning" icon="pencil">
          {t('modified')}
        </StatusBadge>
      )}
      <Menu
        label={t('menu')}
        items={itemsOf(['list.view', 'list.save-view', ...own, 'list.default-view', 'list.no-default-view'])}
        trigger={
          <Button size="sm" variant="ghost" icon="bookmark">
            {t('menu')}
          </Button>
        }
      />
    </>
  )
}

const savedActs = ['list.update-view', 'list.rename-view', 'list.share-view', 'list.delete-view']
