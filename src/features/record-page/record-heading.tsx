import { useAtom } from '@xstate/store-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/languages.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { availabilityOf } from '../../commands/availability.ts'
import { resourceViews } from '../../resources/registry.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { RowMenu } from '../records/row-menu.tsx'
import type { Walk } from './use-walk.ts'

/** Where the record is in its list, and the ways to the ones beside it; nothing where that is not known. */
export const RecordWalkButtons = ({ walk }: { walk: Walk }) => {
  const { place, total, previous, next, isNowhere } = walk
  const { t, i18n } = useTranslation(['commands', 'list'])
  const { run } = useWorkspace()
  const keysOf = useCommandKeys()
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  if (isNowhere) return null
  return (
    <>
      <IconButton
        icon="chevron-left"
        label={t('commands:record.previous.label')}
        keys={keysOf('record.previous')}
        disabled={!previous}
        onClick={() => run('record.previous')}
      />
      <IconButton
        icon="chevron-right"
        label={t('commands:record.next.label')}
        keys={keysOf('record.next')}
        disabled={!next}
        onClick={() => run('record.next')}
      />
      {place !== null && (
        <span className="figures text-xs whitespace-nowrap">
          {t('list:position', { at: number.format(place), total: number.format(total) })}
        </span>
      )}
    </>
  )
}

type RecordActionsProps = {
  resource: ResourceName
  menuButton: RefObject<HTMLButtonElement | null>
  /** Where the menu was asked for; null while it was not. */
  menuAt: DOMRect | null
  onMenuClose: () => void
}

/** What is mostly done with the record, as far as it can be done now; everything else in the menu. */
export const RecordActions = ({ resource, menuButton, menuAt, onMenuClose }: RecordActionsProps) => {
  const { t } = useTranslation('commands')
  const { registry, commandContext, run, view } = useWorkspace()
  const keysOf = useCommandKeys()
  // The record in view is read when a button is rendered: again for each that is shown.
  useAtom(view.shown)
  const context = commandContext()
  const main = resourceViews[resource].main.filter((id) => {
    const command = registry.get(id)
    return command !== undefined && availabilityOf(command, context).kind === 'ready'
  })
  return (
    <>
      {main.map((id, at) => (
        // On a phone the first has room; the others are in the menu.
        <span key={id} className={at === 0 ? 'contents' : 'hidden sm:contents'}>
          <CommandButton command={id} variant={at === 0 ? 'primary' : 'secondary'} />
        </span>
      ))}
      <IconButton
        ref={menuButton}
        icon="more"
        label={t('list.row-menu.label')}
        keys={keysOf('list.row-menu')}
        onClick={() => run('list.row-menu')}
      />
      <RowMenu resource={resource} at={menuAt} onClose={onMenuClose} />
    </>
  )
}
