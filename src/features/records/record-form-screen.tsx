import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { EditedResource } from '../../../domain/access/routes.ts'
import type { ResourceRecords } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command-context.ts'
import { RecordForm } from '../../form/record-form.tsx'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import type { ResourceView } from '../../resources/resource-view.ts'
import { Banner } from '../../ui/banner.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { type ResourceActor, useSave } from './use-save.ts'

type RecordFormScreenProps<R extends EditedResource> = {
  view: ResourceView<R>
  /** The resource's machine, which the save goes through. */
  actor: ResourceActor
  /** Null for a new one. */
  record: ResourceRecords[R] | null
  /** What a new one starts with. */
  start?: Partial<ResourceRecords[R]>
}

/** Creates or edits a record. Saves only what was changed, at the version that was read; a stale one offers a merge. */
export const RecordFormScreen = <R extends EditedResource>({
  view,
  actor,
  record,
  start = {},
}: RecordFormScreenProps<R>) => {
  const { resource, form } = view
  const { t } = useTranslation([resource, 'form', 'errors'])
  const { api, country, guard, ports } = useWorkspace()
  const [initial] = useState(() => record ?? { country, quantity: 1, ...start })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a new one starts with does not change under it.
  const choices = useMemo(() => form!.choices(api, t, record ?? start), [form, api, t, record])
  const { save, merge, forgive, isPending, failure, stale } = useSave<R>(actor, record, (saved) => {
    guard.setDirty(false)
    ports.notify({ tone: 'success', titleKey: `${resource}:saved`, values: namesOf(saved) })
    ports.navigate(paths.list(resource))
  })
  useKeyContext('record')
  useEffect(() => () => guard.setDirty(false), [guard])

  const fields = record === null ? form!.createFields! : form!.updateFields
  const leave = () => ports.navigate(paths.list(resource))
  const title = record === null ? t(`${resource}:add`) : t(`${resource}:edit`, namesOf(record))
  return (
    <Page width="column" title={title}>
      <RecordForm
        resource={resource}
        fields={fields}
        initial={initial}
        country={record?.country ?? country}
        choices={choices}
        problems={failure?.errors ?? noProblems}
        pending={isPending}
        submitLabel={t(record === null ? 'form:create' : 'form:save')}
        onSubmit={(values, changed) => (changed.length === 0 ? leave() : save(values, changed))}
        onCancel={leave}
        onDirtyChange={guard.setDirty}
        notice={
          failure !== null && stale === null && failure.errors.length === 0 ? (
            <Banner tone="danger">{t(`errors:${failure.code}`)}</Banner>
          ) : null
        }
      />
      {stale !== null && (
        <MergeDialog
          resource={resource}
          stale={stale}
          fields={fields}
          choices={choices}
          onMerge={(merged) => merge(merged, stale.current)}
          onCancel={forgive}
        />
      )}
    </Page>
  )
}

const noProblems: [] = []

/** What a record is called by: an invoice by the number on its paper. */
const namesOf = (record: AnyRecord): Record<string, string | number> => ({
  number: record.number,
  ...('code' in record ? { code: record.code } : {}),
})
