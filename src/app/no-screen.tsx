import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state.tsx'
import { useWorkspace } from '../workspace/workspace.ts'

/** For a role that has no screen of its own yet: says so, and how to leave. */
export const NoScreen = () => {
  const { t } = useTranslation('shell')
  const { run } = useWorkspace()
  return (
    <EmptyState
      title={t('noScreen.title')}
      detail={t('noScreen.detail')}
      next={[{ label: t('palette'), keys: 'Mod+k', onPress: () => run('console.palette') }]}
    />
  )
}
