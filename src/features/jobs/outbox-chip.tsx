import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { BarButton } from '../../layouts/bar-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

/** How many changes are not sent yet, on the top bar of every screen; nothing while all of them are. */
export const OutboxChip = () => {
  const { t } = useTranslation('outbox')
  const { outbox, run } = useWorkspace()
  const { entries, state } = useAtom(outbox.view)
  const refused = entries.filter(({ refusal }) => refusal !== null).length
  // What goes at once is on its way before anybody could read of it.
  if (entries.length === 0 || (refused === 0 && state === 'sending' && entries.length === 1)) return null
  const words = [
    ...(entries.length > refused ? [t('waiting', { count: entries.length - refused })] : []),
    ...(refused > 0 ? [t('refused', { count: refused })] : []),
  ].join(', ')
  return (
    <BarButton
      aria-label={words}
      title={words}
      onClick={() => run('console.jobs')}
      className={refused > 0 ? 'text-danger' : 'text-warning'}
    >
      <Icon name={refused > 0 ? 'alert' : 'clock'} size={14} />
      <span aria-hidden="true" className="figures">
        {entries.length}
      </span>
    </BarButton>
  )
}
