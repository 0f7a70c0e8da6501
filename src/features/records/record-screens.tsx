import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { ResourceRecords } from '../../../domain/resources.ts'
import { bindResource } from '../../actors/bind-resource.ts'
import type { EditedResource } from '../../resources/record-commands.ts'
import type { ResourceView } from '../../resources/resource-view.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { RecordFormScreen } from './record-form-screen.tsx'
import type { ResourceActor } from './use-save.ts'

/** The form of a new record. */
export const AddScreen = <R extends EditedResource>({ view }: { view: ResourceView<R> }) => (
  <RecordFormScreen view={view} actor={useResource(view.resource)} record={null} />
)

/** Reads the record that the path names, then shows its form. */
export const EditScreen = <R extends EditedResource>({ view }: { view: ResourceView<R> }) => {
  const { id = '' } = useParams()
  const { t } = useTranslation(['errors', 'list'])
  const actor = useResource(view.resource)
  const { record, failure } = useSelector(actor, ({ context }) => context.one)
  useEffect(() => actor.send({ type: 'one.load', id }), [actor, id])

  if (failure !== null && record === null) {
    const again = { label: t('list:refresh'), onPress: () => actor.send({ type: 'one.load', id }) }
    const isThere = failure.code !== 'NOT_FOUND'
    return <ErrorState title={t(`errors:${failure.code}`)} action={isThere ? again : undefined} />
  }
  if (record === null) return <Skeleton className="p-6" lines={4} />
  return <RecordFormScreen key={record.id} view={view} actor={actor} record={record as ResourceRecords[R]} />
}

/** A resource's machine for as long as its screen stands. */
const useResource = (resource: EditedResource): ResourceActor => {
  const { api } = useWorkspace()
  const machine = useMemo(() => bindResource(api, resource), [api, resource])
  return useActorRef(machine)
}
