import type { ReactNode } from 'react'
import type { SearchDefinition } from '../../../domain/lib/define-resource.ts'
import type { Shape } from '../../../domain/lib/shape.ts'
import { shownLink } from '../../../domain/lib/typed/read-link.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import type { ListColumn } from '../../table/list-column.ts'
import type { StatusLook } from '../shared/status-tones.ts'
import {
  CountCell,
  DayCell,
  FlagCell,
  ImageCell,
  MoneyCell,
  NumberCell,
  PhoneCell,
  StatusCell,
  TextCell,
  TimeCell,
  WordCell,
  WordsCell,
} from './cells.tsx'

/** Properties of a column that do not follow from name and kind. `looks`: of its statuses. */
type Look<Item> = Partial<Omit<ListColumn<Item>, 'id'>> & {
  readonly looks?: Readonly<Record<string, StatusLook>>
}

/** By field, or any name for a column with a custom cell. */
type Looks<R extends ResourceName> = Readonly<Record<string, Look<ResourceRecords[R]>>>

/** The columns of a list in the given order. References are shown by name. */
export const columnsOf = <R extends ResourceName>(
  resource: R,
  looks: Looks<R>,
): readonly ListColumn<ResourceRecords[R]>[] =>
  Object.entries(looks).map(([id, { looks: statuses, ...look }]) => ({
    ...columnOf<ResourceRecords[R]>(resource, id, statuses),
    ...look,
  }))

/** Columns shared by many lists. */
const named: Readonly<Record<string, Look<never>>> = {
  number: {
    action: 'open',
    narrow: 'meta',
    width: 84,
    align: undefined,
    pinned: true,
    cell: ({ number }: { number: number }) => <NumberCell value={number} />,
  },
  name: { width: 240 },
  price: { width: 130 },
  createdAt: { narrow: 'meta', filter: 'created' },
  comment: { width: 220, givesWay: true },
  description: { width: 260, minWidth: 120 },
  sourceName: { width: 160, minWidth: 100, hidden: true },
  sourceLink: { width: 220, minWidth: 100, hidden: true },
  productImage: {
    narrow: 'picture',
    width: 64,
    minWidth: undefined,
    align: 'center',
    cell: ({ productImage }: { productImage: string | null }) => <ImageCell picture={productImage} />,
  },
}

/** The column that identifies a record stays at the left. */
const titled = { narrow: 'title', minWidth: 140, pinned: true } as const

type Item = Pick<ResourceRecords[ResourceName], 'country'>

const columnOf = <T extends Item>(
  resource: ResourceName,
  id: string,
  statuses: Look<T>['looks'],
): ListColumn<T> => {
  const { list, search, shapes }: Definition = resources[resource]
  const field = Object.hasOwn(shapes, `${id}Name`) ? `${id}Name` : id
  const kind = shapes[field]?.kind ?? 'text'
  return {
    id,
    // A shorter heading than the field's label.
    header: id === 'productImage' ? `${resource}:columns.${id}` : `${resource}:fields.${id}`,
    width: widths[kind] ?? 180,
    ...(kind === 'text' ? { minWidth: 110 } : {}),
    ...(kind === 'integer' || kind === 'number' || kind === 'money' ? { align: 'end' } : {}),
    ...(kind === 'money' ? { isMoney: true } : {}),
    ...(statuses === undefined ? {} : { action: 'status', narrow: 'side' }),
    ...(list.sorts.includes(id) ? { sortKey: id } : {}),
    cell: (record) => cellOf(kind, fieldValue(record, field), record, `${resource}:${id}`, statuses),
    ...(field === search.title ? titled : {}),
    ...(Object.hasOwn(named, id) ? (named[id] as Look<T>) : {}),
  }
}

type Definition = {
  list: { sorts: readonly string[] }
  search: SearchDefinition
  shapes: Readonly<Record<string, Shape>>
}

/** In pixels; default 180. */
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
  { country }: Item,
  words: string,
  statuses: Readonly<Record<string, StatusLook>> | undefined,
): ReactNode => {
  const text = value as string | null
  switch (kind) {
    case 'phone':
      return <PhoneCell value={text} />
    case 'url':
      return <TextCell value={text === null ? null : shownLink(text)} />
    case 'money':
      return <MoneyCell amount={value as number | null} country={country} />
    case 'integer':
    case 'number':
      return <CountCell value={Number(value)} />
    case 'date':
      return <DayCell value={text} />
    case 'instant':
      return <TimeCell value={text} country={country} />
    case 'flag':
      return <FlagCell value={value === true} />
    case 'choice': {
      const label = text === null ? null : `${words}.${text}`
      const look = statuses?.[text ?? '']
      return look === undefined || label === null ? (
        <WordCell label={label} />
      ) : (
        <StatusCell look={look} label={label} />
      )
    }
    case 'values':
      return <WordsCell labels={(value as readonly string[]).map((one) => `${words}.${one}`)} />
    default:
      return <TextCell value={text} />
  }
}
