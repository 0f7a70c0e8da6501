import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { AddedResource, EditedResource } from '../../../domain/access/routes.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { bindResource } from '../../actors/bind-resource.ts'
import type { ResourceView } from '../../resources/resource-view.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { RecordFormScreen } from './record-form-screen.tsx'
import type { ResourceActor } from './use-save.ts'

type AddScreenProps<R extends AddedResource> = { view: ResourceView<R>; start?: Partial<ResourceRecords[R]> }

/** The form of a new record. */
export const AddScreen = <R extends AddedResource>({ view, start }: AddScreenProps<R>) => (
  <RecordFormScreen view={view} actor={useResource(view.resource)} record={null} start={start} />
)

/** Reads the record that the path names, then shows its form. */
export const EditScreen = <R extends EditedResource>({ view }: { view: ResourceView<R> }) => {
  const { id = '' } = useParams()
  return (
    <ReadRecord resource={view.resource} id={id}>
      {(record, actor) => <RecordFormScreen key={record.id} view={view} actor={actor} record={record} />}
    </ReadRecord>
  )
}

type ReadRecordProps<R extends ResourceName> = {
  resource: R
  id: string
  children: (record: ResourceRecords[R], actor: ResourceActor) => ReactNode
}

/** Reads a record and shows it, or says why it cannot be shown. */
export const ReadRecord = <R extends ResourceName>({ resource, id, children }: ReadRecordProps<R>) => {
  const { t } = useTranslation(['errors', 'list'])
  const actor = useResource(resource)
  const { record, failure } = useSelector(actor, ({ context }) => context.one)
  useEffect(() => actor.send({ type: 'one.load', id }), [actor, id])

  if (failure !== null && record === null) {
    const again = { label: t('list:refresh'), onPress: () => actor.send({ type: 'one.load', id }) }
    const isThere = failure.code !== 'NOT_FOUND'
    return <ErrorState title={t(`errors:${failure.code}`)} action={isThere ? again : undefined} />
  }
  if (record === null) return <Skeleton className="p-6" lines={4} />
  return children(record as ResourceRecords[R], actor)
}

/** A resource's machine for as long as its screen stands. */
const useResource = (resource: ResourceName): ResourceActor => {
  const { api } = useWorkspace()
  const machine = useMemo(() => bindResource(api, resource), [api, resource])
  return useActorRef(machine)
}
