import type { ResourceName } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command-context.ts'
import { resourceViews } from '../../resources/registry.ts'
import type { ListColumn } from '../../table/list-column.ts'

export type AnyColumn = ListColumn<AnyRecord>

/** Each column must be given records of its own resource only. */
export const columnsOf = (resource: ResourceName): readonly AnyColumn[] =>
  resourceViews[resource].columns as readonly ListColumn<never>[] as readonly AnyColumn[]

/** The heading of a record says the number, the title and the status. */
export const isFact = ({ id, narrow }: AnyColumn): boolean =>
  id !== 'number' && id !== 'productImage' && narrow !== 'title' && narrow !== 'side'
