import { useAtom } from '@xstate/store-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { codeOf, referenceOf } from '../../../machines/failure.ts'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import type { ListController } from '../../table/list-controller.ts'
import { EmptyState, ErrorState, type NextStep } from '../../ui/feedback/screen-states.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { useCommandKeys, useNextSteps } from '../../workspace/use-command-keys.ts'

type ListStateProps<T> = {
  list: ListController<T, Where>
  /** Resource and its first steps. */
  view: Pick<ResourceView<ResourceName>, 'resource' | 'firstSteps'>
  /** A filter is set, for the text of the empty state. */
  isNarrowed: boolean
  onClear: () => void
  children: ReactNode
}

/** The rows, or an error or empty state. */
export const ListState = <T,>({ list, view, isNarrowed, onClear, children }: ListStateProps<T>) => {
  const { resource, firstSteps } = view
  const { t } = useTranslation(['list', 'errors', resource])
  const starts = useNextSteps(firstSteps)
  const keysOf = useCommandKeys()
  const { phase, total, offline, error } = useAtom(list.status)
  const isEmpty = phase === 'ready' && total === 0 && !offline
  const isAway = isEmpty || phase === 'failed'
  useEffect(() => {
    // The hidden list lost focus: restore it with the rows, unless something else has it.
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
  const clear: NextStep = {
    label: t('list:emptyFilter'),
    keys: keysOf('list.clear-filter'),
    onPress: onClear,
  }
  const refresh: NextStep = {
    label: t('list:refresh'),
    keys: keysOf('list.refresh'),
    onPress: () => list.refresh(),
  }
  const [first = refresh, ...others] = [...starts, refresh]
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
          detail={isNarrowed ? undefined : t(`${resource}:nothingYet`)}
          next={isNarrowed ? [clear, ...starts, refresh] : [first, ...others]}
        />
      )}
    </>
  )
}
