import { type Holder, scopeOf } from '../../../domain/access/permissions.ts'
import type { Field, Fields } from '../../../domain/lib/field.ts'
import {
  isResourceName,
  type ResourceName,
  type ResourceRecords,
  resources,
} from '../../../domain/resources.ts'
import { scanKinds } from '../../../domain/scans/scan-code.ts'
import type { Api } from '../../api/create-api.ts'
import type { Choice, Choices } from '../../form/form-model.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { isRecorded, type ResourceActions } from './define-actions.ts'
import { imageUpload, ownerOptions, scannedOption, searchOptions } from './reference-options.ts'
import type { ResourceForm, ResourceView } from './resource-view.ts'

type Looks<R extends ResourceName> = {
  columns: readonly ListColumn<ResourceRecords[R]>[]
  /** Differences from the form derived from the fields. */
  form?: Partial<Pick<ResourceForm<R>, 'sections' | 'choices' | 'written' | 'whyNotEdit'>>
} & Partial<Pick<ResourceView<R>, 'columnsOf' | 'bulk' | 'main' | 'actions' | 'firstSteps' | 'related'>>

/**
 * The view of a resource. Its form derives from the fields, its bulk bar from the commands, dangerous ones last. Page actions
 * default to create and edit.
 */
export const defineView = <R extends ResourceName>(
  { resource, commands }: ResourceActions<R>,
  { columns, form, bulk, ...looks }: Looks<R>,
): ResourceView<R> => {
  const { noun } = resources[resource]
  const creates = isRecorded(resource) ? [`${noun}.create`] : []
  return {
    resource,
    columns,
    commands,
    bulk:
      bulk ??
      commands
        .filter(({ target }) => target === 'many')
        .toSorted((a, b) => Number(a.danger === true) - Number(b.danger === true))
        .map(({ id }) => id),
    main: isRecorded(resource) ? [`${noun}.edit`] : [],
    actions: creates,
    firstSteps: creates,
    form: formOf(resource, form),
    ...looks,
  }
}

/** Null if no field can be edited. */
const formOf = <R extends ResourceName>(resource: R, own: Looks<R>['form'] = {}): ResourceForm<R> | null => {
  const { fields, updateFields, verbs }: FormFields = resources[resource]
  if (!Object.hasOwn(verbs, 'update')) return null
  const all = { ...updateFields, ...fields }
  return {
    createFields: isRecorded(resource) ? fields : null,
    updateFields,
    ...own,
    choices: (api, translate, known, actor) => ({
      ...choicesOf(resource, all, api, translate, known),
      ...own.choices?.(api, translate, known, actor),
    }),
  }
}

/** The fields of a new record that the user can fill in: who cannot list users is its owner. */
export const ownFieldsOf = (fields: Fields, user: Holder): Fields =>
  scopeOf(user, 'user.list') === null
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'owner'))
    : fields

type FormFields = { fields: Fields; updateFields: Fields; verbs: object }

const choicesOf = (
  resource: ResourceName,
  fields: Fields,
  api: Api,
  translate: (key: string) => string,
  known: object,
): Choices =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const choice = choiceOf(resource, name, field, api, translate, known)
      return choice === null ? [] : [[name, choice] as const]
    }),
  )

const choiceOf = (
  resource: ResourceName,
  name: string,
  field: Field,
  api: Api,
  translate: (key: string) => string,
  known: Readonly<Record<string, unknown>> | object,
): Choice | null => {
  if (name === 'country') return { label: (code) => translate(`countries:${code}`) }
  if (name === 'owner') return { search: ownerOptions(api) }
  if (field.kind === 'image') return { upload: imageUpload(api) }
  if (field.kind === 'choice' || field.kind === 'choices')
    return { label: (value) => translate(`${resource}:${name}.${value}`) }
  if (field.kind !== 'reference' || !isResourceName(field.resource)) return null
  const { [name]: value, [`${name}Name`]: label } = known as Readonly<Record<string, unknown>>
  return {
    search: searchOptions(api, field.resource),
    ...(field.resource in scanKinds ? { scanned: scannedOption(api, field.resource) } : {}),
    chosen: value && label ? { value: String(value), label: String(label) } : null,
  }
}
