import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router-dom'
import { listOrStart } from '../../../domain/access/paths.ts'
import type { AddedResource, EditedResource } from '../../../domain/access/routes.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { KeyBufferFallback } from '../../keyboard/key-buffer.tsx'
import { Page } from '../../layouts/page.tsx'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import { ErrorState } from '../../ui/feedback/screen-states.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { RecordFormScreen } from './record-form-screen.tsx'
import { type ResourceActor, useResourceActor } from './use-save.ts'

type AddScreenProps<R extends AddedResource> = { view: ResourceView<R>; start?: Partial<ResourceRecords[R]> }

export const AddScreen = <R extends AddedResource>({ view, start }: AddScreenProps<R>) => (
  <RecordFormScreen view={view} actor={useResourceActor(view.resource)} record={null} start={start} />
)

/** Loads the record of the path, then shows its form. */
export const EditScreen = <R extends EditedResource>({ view }: { view: ResourceView<R> }) => {
  const { id = '' } = useParams()
  const { hash } = useLocation()
  return (
    <ReadRecord resource={view.resource} id={id}>
      {(record, actor) => (
        <RecordFormScreen
          key={record.id}
          view={view}
          actor={actor}
          record={record}
          focused={hash.slice(1) || undefined}
        />
      )}
    </ReadRecord>
  )
}

type ReadRecordProps<R extends ResourceName> = {
  resource: R
  id: string
  /** Placeholder while loading; default: that of a form. */
  waiting?: ReactNode
  children: (record: ResourceRecords[R], actor: ResourceActor) => ReactNode
}

/** Loads a record and shows it, or the error. Keys pressed meanwhile are for what is shown then. */
export const ReadRecord = <R extends ResourceName>({
  resource,
  id,
  waiting,
  children,
}: ReadRecordProps<R>) => {
  const { t } = useTranslation(['errors', 'list', 'form', resource])
  const { ports, user } = useWorkspace()
  const actor = useResourceActor(resource)
  const { record, failure } = useSelector(actor, ({ context }) => context.one)
  useEffect(() => actor.send({ type: 'one.load', id }), [actor, id])

  if (failure !== null && record === null) {
    const again = { label: t('list:refresh'), onPress: () => actor.send({ type: 'one.load', id }) }
    const back = { label: t('form:back'), onPress: () => ports.navigate(listOrStart(resource, user)) }
    const isThere = failure.code !== 'NOT_FOUND'
    return (
      <Page width="column" title={t(`${resource}:one`)}>
        <ErrorState
          title={t(`errors:${failure.code}`)}
          reference={failure.reference}
          action={isThere ? again : back}
        />
      </Page>
    )
  }
  if (record === null) {
    return (
      <Page width={waiting ? 'full' : 'column'} title={t(`${resource}:one`)}>
        <KeyBufferFallback />
        {waiting ?? <FormSkeleton />}
      </Page>
    )
  }
  return children(record as ResourceRecords[R], actor)
}

/** Placeholder of a form with two columns. */
export const FormSkeleton = () => (
  <div
    aria-busy="true"
    className="appears-late grid gap-x-5 gap-y-4 border-t border-line pt-5 sm:grid-cols-2"
  >
    <span className="mb-2 h-3 w-28 rounded-sm bg-line sm:col-span-2" />
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((field) => (
      <div key={field} className="flex flex-col gap-2">
        <span className="h-3 w-24 rounded-sm bg-line" />
        <span className="h-8 rounded-md border border-line bg-surface" />
      </div>
    ))}
  </div>
)
