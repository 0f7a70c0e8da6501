import { useAtom } from '@xstate/store-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { codeOf, referenceOf } from '../../../machines/failure.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import type { ListController } from '../../table/list-controller.ts'
import { EmptyState, ErrorState, type NextStep } from '../../ui/feedback/screen-states.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

type ListStateProps<T> = {
  list: ListController<T, Where>
  resource: ResourceName
  /** A filter stands: an empty list then says something else. */
  isNarrowed: boolean
  onClear: () => void
  children: ReactNode
}

/** The rows, or what stands in their place: refused, nobody answers, nothing there. */
export const ListState = <T,>({ list, resource, isNarrowed, onClear, children }: ListStateProps<T>) => {
  const { t } = useTranslation(['list', 'errors', resource])
  const { registry, commandContext, run } = useWorkspace()
  const keysOf = useCommandKeys()
  const { phase, total, offline, error } = useAtom(list.status)
  const isEmpty = phase === 'ready' && total === 0 && !offline
  const isAway = isEmpty || phase === 'failed'
  useEffect(() => {
    // What was hidden could not keep the keyboard: with rows again, it is theirs unless somebody else took it.
    if (!isAway && (document.activeElement ?? document.body) === document.body) list.focus()
  }, [isAway, list])
  if (phase === 'failed') {
    return (
      <ErrorState
        tone={codeOf(error) === 'OFFLINE' ? 'warning' : 'danger'}
        title={t('list:failed')}
        detail={t(`errors:${codeOf(error)}`)}
        reference={referenceOf(error)}
        action={{ label: t('list:refresh'), keys: keysOf('list.refresh'), onPress: () => list.refresh() }}
      />
    )
  }
  const create = registry.get(`${resources[resource].noun}.create`)
  const mayCreate = create !== undefined && isEverAllowed(create, commandContext())
  const steps: NextStep[] = [
    ...(isNarrowed
      ? [{ label: t('list:emptyFilter'), keys: keysOf('list.clear-filter'), onPress: onClear }]
      : []),
    ...(mayCreate
      ? [{ label: t(`${resource}:add`), keys: keysOf(create.id), onPress: () => run(create.id) }]
      : []),
    { label: t('list:refresh'), keys: keysOf('list.refresh'), onPress: () => list.refresh() },
  ]
  return (
    <>
      {offline && (
        <Banner
          tone="warning"
          icon="wifi-off"
          action={{ label: t('list:refresh'), keys: keysOf('list.refresh'), onPress: () => list.refresh() }}
        >
          {t(error === null || codeOf(error) === 'OFFLINE' ? 'list:offline' : `errors:${codeOf(error)}`)}
        </Banner>
      )}
      <div className={isEmpty ? 'hidden' : 'flex min-h-0 flex-1 flex-col'}>{children}</div>
      {isEmpty && (
        <EmptyState
          title={t(isNarrowed ? `${resource}:empty` : 'list:nothingYet')}
          next={[steps[0]!, ...steps.slice(1)]}
        />
      )}
    </>
  )
}
