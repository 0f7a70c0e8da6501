import type { ReactNode } from 'react'
import type { Shape } from '../../../domain/lib/shape.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import type { ListColumn } from '../../table/list-column.ts'
import type { StatusLook } from '../shared/status-tones.ts'
import {
  CountCell,
  DayCell,
  FlagCell,
  MoneyCell,
  PhoneCell,
  StatusCell,
  TextCell,
  TimeCell,
  WordCell,
} from './cells.tsx'
import {
  commentColumn,
  createdColumn,
  descriptionColumn,
  imageColumn,
  nameColumn,
  numberColumn,
  ownerColumn,
  priceColumn,
} from './shared-columns.tsx'

/** What a column has that does not follow from its name and kind. `looks` are those of its statuses. */
type Look<Item> = Partial<Omit<ListColumn<Item>, 'id'>> & {
  readonly looks?: Readonly<Record<string, StatusLook>>
}

type Looks<R extends ResourceName> = {
  readonly [Field in keyof ResourceRecords[R] & string]?: Look<ResourceRecords[R]>
}

/** The columns of a list, in the order in which they are named. A reference is shown by the name of what it refers to. */
export const columnsOf = <R extends ResourceName>(
  resource: R,
  looks: Looks<R>,
): readonly ListColumn<ResourceRecords[R]>[] =>
  Object.entries<Look<ResourceRecords[R]> | undefined>(looks).map(
    ([id, { looks: statuses, ...look } = {}]) => ({
      ...columnOf<R>(resource, id, statuses),
      ...look,
    }),
  )

/** Columns that many lists have. */
const shared: Readonly<Record<string, (resource: ResourceName) => ListColumn<never>>> = {
  number: numberColumn,
  name: (resource) => nameColumn(resource, 240),
  price: priceColumn,
  owner: ownerColumn,
  createdAt: createdColumn,
  comment: commentColumn,
  description: descriptionColumn,
  productImage: imageColumn,
}

const columnOf = <R extends ResourceName>(
  resource: R,
  id: string,
  statuses: Readonly<Record<string, StatusLook>> | undefined,
): ListColumn<ResourceRecords[R]> => {
  const known = Object.hasOwn(shared, id) ? shared[id]?.(resource) : undefined
  const { list, shapes }: { list: { sorts: readonly string[] }; shapes: Readonly<Record<string, Shape>> } =
    resources[resource]
  const sortKey = list.sorts.includes(id) ? id : undefined
  if (known !== undefined)
    return { ...(known as ListColumn<ResourceRecords[R]>), sortKey: sortKey ?? known.sortKey }
  const isNamed = shapes[id]?.kind === 'id' && Object.hasOwn(shapes, `${id}Name`)
  const field = isNamed ? `${id}Name` : id
  const kind = shapes[field]?.kind ?? 'text'
  return {
    id,
    header: `${resource}:fields.${id}`,
    width: widths[kind] ?? 180,
    ...(kind === 'text' ? { minWidth: 110 } : {}),
    ...(kind === 'integer' || kind === 'number' || kind === 'money' ? { align: 'end' } : {}),
    ...(kind === 'money' ? { isMoney: true } : {}),
    ...(statuses === undefined ? {} : { action: 'status', narrow: 'side' }),
    ...(sortKey === undefined ? {} : { sortKey }),
    cell: (record) => cellOf(kind, fieldValue(record, field), record, `${resource}:${id}`, statuses),
  }
}

/** In pixels; 180 where a kind has none. */
const widths: Partial<Record<Shape['kind'], number>> = {
  phone: 164,
  date: 130,
  instant: 130,
  integer: 100,
  number: 100,
  money: 140,
  choice: 150,
  flag: 120,
}

const fieldValue = (record: object, field: string): unknown =>
  (record as Readonly<Record<string, unknown>>)[field]

const cellOf = (
  kind: Shape['kind'],
  value: unknown,
  { country }: Pick<ResourceRecords[ResourceName], 'country'>,
  words: string,
  statuses: Readonly<Record<string, StatusLook>> | undefined,
): ReactNode => {
  switch (kind) {
    case 'phone':
      return <PhoneCell value={value as string | null} />
    case 'money':
      return <MoneyCell amount={value as number | null} country={country} />
    case 'integer':
    case 'number':
      return <CountCell value={Number(value)} />
    case 'date':
      return <DayCell value={value as string | null} />
    case 'instant':
      return <TimeCell value={value as string | null} country={country} />
    case 'flag':
      return <FlagCell value={value === true} />
    case 'choice': {
      const look = statuses?.[String(value)]
      return look === undefined ? (
        <WordCell label={value === null ? null : `${words}.${value}`} />
      ) : (
        <StatusCell look={look} label={`${words}.${value}`} />
      )
    }
    default:
      return <TextCell value={value as string | null} />
  }
}
