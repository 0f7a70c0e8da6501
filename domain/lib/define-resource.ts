import { type ActOf, type NounOf, type ResourceName, resourceAccess } from '../access/permissions.ts'
import type { Field, Fields, Values } from './field.ts'
import type { Filter } from './filter.ts'
import { ownedShapes, type RecordOf, recordShapes, type Shape } from './shape.ts'

/**
 * A column of a resource: `field` is its input, `shape` its type in answers (default: that of the field, nullable unless
 * required; `null`: not answered). `only`: the one call that takes the field. `note`: the reason of an update, stored only in
 * the history. `filter` alone: a filter without a column. Amounts, texts, days and choices are exported unless `export` is
 * false.
 */
type Column = {
  readonly field?: Field
  readonly shape?: Shape | null
  readonly only?: 'create' | 'update'
  readonly note?: true
  readonly sort?: true
  readonly filter?: Filter
  readonly export?: false
}

type Columns = Readonly<Record<string, Column>>

/** A status: answered, sorted and filtered by its values. */
export const statusColumn = <const Values extends readonly string[]>(values: Values) =>
  ({ shape: { kind: 'choice', values }, sort: true, filter: { kind: 'choice', values } }) as const

/** The fields of one call: all but those that are `only` for the other. */
type FieldsOf<C, Other> = {
  [K in keyof C as C[K] extends { field: Field }
    ? C[K] extends { only: Other }
      ? never
      : K
    : never]: C[K] extends { field: infer F extends Field } ? F : never
}

type NullIfOptional<F> = F extends { required: true } ? unknown : { nullable: true }

type AnswerOf<F> = (F extends { kind: 'choice'; values: infer V }
  ? { kind: 'choice'; values: V }
  : F extends { kind: 'choices'; values: infer V }
    ? { kind: 'values'; of: { kind: 'choice'; values: V } }
    : F extends { kind: 'texts' }
      ? { kind: 'values'; of: { kind: 'text' } }
      : {
          kind: F extends { kind: infer K extends keyof typeof answeredAs } ? (typeof answeredAs)[K] : never
        }) &
  NullIfOptional<F>

type ShapeOf<C> = C extends { shape: infer S }
  ? Extract<S, Shape>
  : C extends { note: true }
    ? never
    : C extends { field: infer F }
      ? AnswerOf<F>
      : never

type ShapesOf<C, Base> = Base & {
  [K in keyof C as K extends keyof Base ? never : [ShapeOf<C[K]>] extends [never] ? never : K]: ShapeOf<C[K]>
}

type FiltersOf<C> = {
  [K in keyof C as C[K] extends { filter: Filter } ? K : never]: C[K] extends { filter: infer F } ? F : never
}

type SortOf<C> = { [K in keyof C]: C[K] extends { sort: true } ? K & string : never }[keyof C]

const first = ['createdAt', 'number'] as const
const last = 'updatedAt'

/** A view that ships with the console. `query` as in links, `sort` as in list calls. */
export type BuiltInView = { readonly id: string; readonly query: string; readonly sort?: string }

/**
 * Search entry of a record: `title`, `subtitle`, the fields whose `words` find it (default: those two), its phone, and `keys`:
 * fields that identify it alone. `owner`: the field with the user who finds it in the scope `own`; null for nobody.
 */
export type SearchDefinition<Name extends string = string> = {
  readonly title: Name
  readonly subtitle: readonly Name[]
  readonly words?: readonly Name[]
  readonly keys?: readonly Name[]
  readonly phone?: Name
  readonly owner?: Name | null
}

/**
 * Whether a change needs a confirmation dialog: never, always, or for several records. `asked`: always, for how much it concerns;
 * it takes nothing away.
 */
export type Asking = 'at-once' | 'confirmed' | 'confirmed-in-bulk' | 'asked'

type Spec<C, S, Changes, Owned, Move, Digit> = {
  /** Name of one record in the API documentation; default: the noun. */
  called?: { readonly one?: string; readonly phrase?: string }
  /** First digit of printed codes; must never change. 9 is taken by control codes. */
  scanDigit?: Digit
  /** Whether records have an owner; default true. */
  owned?: Owned
  columns: C
  /** These first, where the order differs from that of the columns. */
  order?: {
    /** The default order of the list, descending, instead of the newest first. */
    readonly byDefault?: keyof C & string
    readonly filters?: readonly (keyof C & string)[]
    readonly sorts?: readonly (keyof C & string)[]
    readonly exported?: readonly NameIn<C>[]
  }
  search: S
  /** Changes offered as commands besides delete and comment, keyed by the part of the verb after the dot. */
  changes?: Changes
  /** Fields of the status call. */
  move?: Move
  views: readonly BuiltInView[]
}

type BaseOf<Owned> = Owned extends false ? typeof recordShapes : typeof ownedShapes
type NameIn<C> = (keyof C & string) | keyof typeof ownedShapes

/**
 * Defines a resource by its columns; record and input types, lists, spreadsheet, search and views derive from them. Grants:
 * `access/permissions.ts`.
 */
export const defineResource = <
  const Name extends ResourceName,
  const C extends Columns,
  const S extends SearchDefinition<NameIn<C>>,
  const Changes extends Readonly<Record<string, Asking>> = Record<never, never>,
  const Owned extends boolean = true,
  const Move extends Fields | undefined = undefined,
  const Digit extends number | undefined = undefined,
>(
  name: Name,
  {
    called = {},
    scanDigit,
    owned,
    columns,
    order = {},
    search,
    changes,
    move,
    views,
  }: Spec<C, S, Changes, Owned, Move, Digit>,
) => {
  const { noun, grants } = resourceAccess[name]
  const base: Readonly<Record<string, Shape>> = owned === false ? recordShapes : ownedShapes
  const shapes = { ...base, ...pick(columns, shapeOf), ...base }
  const sorts = Object.keys(pick(columns, ({ sort }) => sort))
  return {
    name,
    noun: noun as NounOf<Name>,
    called,
    scanDigit: scanDigit as Digit,
    verbs: Object.fromEntries(Object.keys(grants).map((act) => [act, `${noun}.${act}`])) as {
      readonly [Act in ActOf<Name>]: `${NounOf<Name>}.${Act}`
    },
    /** Of a new record, in form order. */
    fields: pick(columns, ({ field, only }) => (only === 'update' ? undefined : field)) as FieldsOf<
      C,
      'update'
    >,
    updateFields: pick(columns, ({ field, only }) => (only === 'create' ? undefined : field)) as FieldsOf<
      C,
      'create'
    >,
    notes: Object.keys(pick(columns, ({ note }) => note)),
    shapes: shapes as unknown as ShapesOf<C, BaseOf<Owned>>,
    list: {
      filters: pick(
        columns,
        ({ filter }) => filter,
        inOrder(order.filters, Object.keys(columns)),
      ) as FiltersOf<C>,
      sorts: inOrder(order.byDefault === undefined ? [] : [order.byDefault], [
        ...first,
        ...inOrder(order.sorts, sorts),
        last,
      ]) as ((typeof first)[number] | SortOf<C> | typeof last)[],
    },
    /** Columns of the spreadsheet; `currency` is that of the record's country. */
    exported: withCurrency(
      inOrder<string>(order.exported, [
        'number',
        ...Object.keys(columns).filter((column) => !Object.hasOwn(base, column)),
        'ownerName',
        'country',
        'createdAt',
        'updatedAt',
      ]).filter((column) => isExported(shapes[column]) && columns[column]?.export !== false),
      shapes,
      Object.hasOwn(columns, 'country'),
    ),
    /** Without a country column, records are visible in every country. */
    hasCountry: Object.hasOwn(columns, 'country'),
    search,
    changes: changes ?? ({} as Changes),
    move: move as Move,
    views,
  }
}

export type RecordIn<R extends { shapes: object }> = RecordOf<R['shapes']>

export type InputOf<R extends { fields: Record<string, Field> }> = Values<R['fields']>

const pick = <Part>(
  columns: Columns,
  partOf: (column: Column) => Part | undefined,
  names: readonly string[] = Object.keys(columns),
): Record<string, Part> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const part = partOf(columns[name]!)
      return part === undefined ? [] : [[name, part] as const]
    }),
  )

const inOrder = <Name extends string>(
  names: readonly Name[] | undefined,
  all: readonly Name[],
): readonly Name[] => [...new Set([...(names ?? []), ...all])]

/** The shape of each field kind in answers; choices stay as they are. */
const answeredAs = {
  text: 'text',
  email: 'text',
  url: 'url',
  image: 'text',
  phone: 'phone',
  money: 'money',
  integer: 'integer',
  number: 'number',
  flag: 'flag',
  date: 'date',
  reference: 'id',
} as const satisfies Partial<Record<Field['kind'], Shape['kind']>>

const shapeOf = ({ field, shape, note }: Column): Shape | undefined => {
  if (shape !== undefined) return shape ?? undefined
  if (field === undefined || field.kind === 'password' || note) return undefined
  const present: Shape = presentShape(field)
  return field.required ? present : { ...present, nullable: true }
}

const presentShape = (field: Exclude<Field, { kind: 'password' }>): Shape => {
  if (field.kind === 'choice') return { kind: 'choice', values: field.values }
  if (field.kind === 'choices') return { kind: 'values', of: { kind: 'choice', values: field.values } }
  if (field.kind === 'texts') return { kind: 'values', of: { kind: 'text' } }
  return { kind: answeredAs[field.kind] }
}

/** Shape kinds that exports include. Not ids: records are identified by number. */
const exportKinds = [
  'text',
  'phone',
  'url',
  'instant',
  'date',
  'integer',
  'number',
  'money',
  'flag',
  'choice',
] as const
export type ExportKind = (typeof exportKinds)[number]

const isExported = (shape: Shape | undefined): boolean =>
  shape !== undefined && exportKinds.some((kind) => kind === shape.kind)

/** Adds the country if records have one, and the currency after the last amount. */
const withCurrency = (
  names: readonly string[],
  shapes: Readonly<Record<string, Shape>>,
  hasCountry: boolean,
): readonly string[] => {
  const shown = names.filter((name) => hasCountry || name !== 'country')
  const end = shown.findLastIndex((name) => shapes[name]?.kind === 'money') + 1
  return end === 0 ? shown : [...shown.slice(0, end), 'currency', ...shown.slice(end)]
}
