import type { ResourceName } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { resourceViews } from '../../resources/registry.ts'
import type { ListColumn } from '../../table/list-column.ts'

/** Picture of the record's product. */
export const pictureOf = (record: AnyRecord | null | undefined): string | null =>
  record && 'productImage' in record ? record.productImage : null

export type AnyColumn = ListColumn<AnyRecord>

/** Columns must only get records of their own resource. */
export const previewColumnsOf = (resource: ResourceName): readonly AnyColumn[] =>
  resourceViews[resource].columns as readonly ListColumn<never>[] as readonly AnyColumn[]

/** Number, title and status are in the heading instead. */
export const isFact = ({ id, narrow }: AnyColumn): boolean =>
  id !== 'number' && id !== 'productImage' && narrow !== 'title' && narrow !== 'side'
