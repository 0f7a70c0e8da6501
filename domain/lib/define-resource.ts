import { type ActOf, type NounOf, type ResourceName, resourceAccess } from '../access/permissions.ts'
import type { Field, Values } from './field.ts'
import type { Filter } from './filter.ts'
import { ownedShapes, type RecordOf, recordShapes, type Shape } from './shape.ts'

/**
 * One column of a resource: what is typed in (`field`), what the API answers (`shape`), and how lists use it.
 *
 * Without a `shape`, that of the field: empty where the field may be empty; `null` is never answered. `only` is the one call
 * that takes the field. A `note` is the reason of an update: stored in the history alone. `filter` without anything else is a
 * filter of that name which is no column. Amounts, texts, days and choices are exported unless `export` is false.
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

/** The fields of one call: those that are not `only` for the other. */
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

/** A view that comes with the console. `query` is written as links carry it, `sort` as the list call takes it. */
export type BuiltInView = { readonly id: string; readonly query: string; readonly sort?: string }

/**
 * How a record is found and called: its `title`, a `subtitle` beside it, the `words` that find it (those of both, unless said),
 * its telephone number, and in `keys` what names it as a whole besides. `owner` has the user who finds it in the scope
 * `own`; null for nobody.
 */
export type Search<Name extends string = string> = {
  readonly title: Name
  readonly subtitle: readonly Name[]
  readonly words?: readonly Name[]
  readonly keys?: readonly Name[]
  readonly phone?: Name
  readonly owner?: Name | null
}

/** Whether a change is confirmed in a dialog before it is made: never, always, or where it is of several records. */
export type Asking = 'at-once' | 'confirmed' | 'confirmed-in-bulk'

type Spec<C, S, Changes, Owned> = {
  /** How the API's documentation calls one, where not by its noun. */
  called?: { readonly one?: string; readonly phrase?: string }
  /** Whether each record has an owner, as most have. */
  owned?: Owned
  columns: C
  /** Where the order is not that of the columns: these first. */
  order?: {
    readonly filters?: readonly (keyof C & string)[]
    readonly sorts?: readonly (keyof C & string)[]
    readonly exported?: readonly NameIn<C>[]
  }
  search: S
  /** The changes that commands ask for, besides deleting and commenting, by the end of their verb. */
  changes?: Changes
  views: readonly BuiltInView[]
}

type BaseOf<Owned> = Owned extends false ? typeof recordShapes : typeof ownedShapes
type NameIn<C> = (keyof C & string) | keyof typeof ownedShapes

/**
 * A resource as one table: record, fields, list, spreadsheet, search and views follow from its columns. Who may do what with it
 * is in `access/permissions.ts`.
 */
export const defineResource = <
  const Name extends ResourceName,
  const C extends Columns,
  const S extends Search<NameIn<C>>,
  const Changes extends Readonly<Record<string, Asking>> = Record<never, never>,
  const Owned extends boolean = true,
>(
  name: Name,
  { called = {}, owned, columns, order = {}, search, changes, views }: Spec<C, S, Changes, Owned>,
) => {
  const { noun, grants } = resourceAccess[name]
  const base: Readonly<Record<string, Shape>> = owned === false ? recordShapes : ownedShapes
  const shapes = { ...base, ...pick(columns, shapeOf), ...base }
  const sorts = Object.keys(pick(columns, ({ sort }) => sort))
  return {
    name,
    noun: noun as NounOf<Name>,
    called,
    verbs: Object.fromEntries(Object.keys(grants).map((act) => [act, `${noun}.${act}`])) as {
      readonly [Act in ActOf<Name>]: `${NounOf<Name>}.${Act}`
    },
    /** Of a new record, in the order of its form. */
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
      sorts: [...first, ...inOrder(order.sorts, sorts), last] as (
        | (typeof first)[number]
        | SortOf<C>
        | typeof last
      )[],
    },
    /** The columns of its spreadsheet; `currency` is that of the record's country. */
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
    /** Without one, records are the same in every country. */
    hasCountry: Object.hasOwn(columns, 'country'),
    search,
    changes: changes ?? ({} as Changes),
    views,
  }
}

/** The record that a resource's calls answer with. */
export type RecordIn<R extends { shapes: object }> = RecordOf<R['shapes']>

/** What a new record of a resource is made from. */
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

/** What the value of each kind of field is answered as; a choice as itself. */
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
  const present: Shape =
    field.kind === 'choice' ? { kind: 'choice', values: field.values } : { kind: answeredAs[field.kind] }
  return field.required ? present : { ...present, nullable: true }
}

/** The kinds of fields that people read. An id is none of them: a record is called by its number. */
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

/** The country where records have one of their own, and the currency behind the last amount. */
const withCurrency = (
  names: readonly string[],
  shapes: Readonly<Record<string, Shape>>,
  hasCountry: boolean,
): readonly string[] => {
  const shown = names.filter((name) => hasCountry || name !== 'country')
  const end = shown.findLastIndex((name) => shapes[name]?.kind === 'money') + 1
  return end === 0 ? shown : [...shown.slice(0, end), 'currency', ...shown.slice(end)]
}
