import type { Actor } from '../../../domain/access/actor.ts'
import type { Holder, Role } from '../../../domain/access/permissions.ts'
import type { ListedResource, ViewedResource } from '../../../domain/access/routes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { Api } from '../../api/create-api.ts'
import type { Command } from '../../commands/command.ts'
import type { Choices, FormSection } from '../../form/form-model.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../table/list-column.ts'

/** What a resource adds to the generic list, page and form. */
export type ResourceView<R extends ResourceName> = {
  resource: R
  /** Locale key of the heading; default: the resource's. */
  titleKey?: string
  /** Fixed parameters of list calls, not sent by bulk calls. */
  parameters?: Where
  columns: readonly ListColumn<ResourceRecords[R]>[]
  /** The columns of roles to whom other ones matter. */
  columnsOf?: Readonly<Partial<Record<Role, readonly ListColumn<ResourceRecords[R]>[]>>>
  commands: readonly Command[]
  /** Ids of commands on the bulk bar and in the row menu. */
  bulk: readonly string[]
  /** Ids of commands in the heading of a record's page; only available ones are shown. */
  main: readonly string[]
  /** Ids of commands in the list's heading. */
  actions: readonly string[]
  /** Ids of commands offered by an empty list, as far as permitted. */
  firstSteps: readonly string[]
  form: ResourceForm<R> | null
  /** Lists of related records on a record's page; texts: `record`. */
  related?: readonly RelatedList<R>[]
}

/** The newest records of another list that refer to this one. */
export type RelatedList<R extends ResourceName> = {
  resource: ListedResource & ViewedResource
  where: (record: ResourceRecords[R]) => Where
  titleKey: string
  emptyKey: string
}

export type ResourceForm<R extends ResourceName> = {
  /** Fields of a new record (null if only the server creates them), and of an existing one. */
  createFields: Fields | null
  updateFields: Fields
  /** Headings of a long form. */
  sections?: readonly FormSection[]
  /** `known`: the record edited, or defaults of a new one; `actor`: whose form it is. */
  choices: (
    api: Api,
    translate: (key: string) => string,
    known: Partial<ResourceRecords[R]>,
    actor: Holder,
  ) => Choices
  /** The record as its fields write it, where the stored text is not what people type. */
  written?: (record: ResourceRecords[R], translate: Translate) => object
  /** Code why a field cannot be edited now, besides its verb. */
  whyNotEdit?: (actor: Actor, record: ResourceRecords[R], field: string) => Code | null
}
