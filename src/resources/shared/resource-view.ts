import type { Actor } from '../../../domain/access/actor.ts'
import type { ListedResource, ViewedResource } from '../../../domain/access/routes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { Api } from '../../api/create-api.ts'
import type { Command } from '../../commands/command.ts'
import type { Choices, FormSection } from '../../form/form-model.ts'
import type { ListColumn } from '../../table/list-column.ts'

/** What a resource adds to the generic list and form. */
export type ResourceView<R extends ResourceName> = {
  resource: R
  /** The locale key of its heading, where it is not the resource's own. */
  titleKey?: string
  /** Said at every list call beside the filter, which bulk calls do not know. */
  parameters?: Where
  columns: readonly ListColumn<ResourceRecords[R]>[]
  commands: readonly Command[]
  /** Commands on the bulk bar and in the row menu, by id. */
  bulk: readonly string[]
  /** Commands in the heading of a record's page, by id; those that can be run by then. */
  main: readonly string[]
  /** Commands in the list's heading, by id. */
  actions: readonly string[]
  /** Commands that a list without any record offers, by id; those that the role may run. */
  firstSteps: readonly string[]
  form: ResourceForm<R> | null
  /** Lists of other records on the page of one, under the texts of `record`. */
  related?: readonly RelatedList<R>[]
}

/** The newest records of another list that belong to this one. */
export type RelatedList<R extends ResourceName> = {
  resource: ListedResource & ViewedResource
  where: (record: ResourceRecords[R]) => Where
  titleKey: string
  emptyKey: string
}

export type ResourceForm<R extends ResourceName> = {
  /** Of a new record (null where the server alone makes them), and of an existing one: in a form, or cell by cell. */
  createFields: Fields | null
  updateFields: Fields
  /** Headings over its fields, where they are many. */
  sections?: readonly FormSection[]
  /** `known` is the record that is edited, or what a new one starts with. */
  choices: (api: Api, translate: (key: string) => string, known: Partial<ResourceRecords[R]>) => Choices
  /** Why that field of the record may not be changed now, where its verb alone does not decide. */
  whyNotEdit?: (actor: Actor, record: ResourceRecords[R], field: string) => Code | null
}
