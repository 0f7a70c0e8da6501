import { countryCodes } from '../core/countries.ts'

/**
 * What the API answers, as data: one table of shapes a record gives its TypeScript type and its JSON Schema. Money is in
 * major units of the record's country, `instant` is ISO 8601 UTC, `date` is `YYYY-MM-DD`, a `phone` is E.164, a `url` a link as
 * it is stored, which may not be safe. A `list` is of records, `values` of plain ones; a `cell` is a text or a number; a `map`
 * has any names, or some of its `keys`; an `optional` one may be left out.
 */
export type Shape = { nullable?: true; optional?: true } & (
  | {
      kind:
        | 'id'
        | 'text'
        | 'phone'
        | 'url'
        | 'instant'
        | 'date'
        | 'integer'
        | 'number'
        | 'money'
        | 'flag'
        | 'cell'
        | 'any'
    }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'values' | 'map'; of: Shape; keys?: readonly string[] }
  | { kind: 'list' | 'record'; of: Shapes }
)

export type Shapes = { readonly [name: string]: Shape }

type Plain<S> = S extends { kind: 'integer' | 'number' | 'money' }
  ? number
  : S extends { kind: 'flag' }
    ? boolean
    : S extends { kind: 'any' }
      ? unknown
      : S extends { kind: 'cell' }
        ? string | number
        : S extends { kind: 'choice'; values: readonly (infer V)[] }
          ? V
          : S extends { kind: 'values'; of: infer Of }
            ? ValueOf<Of>[]
            : S extends { kind: 'map'; of: infer Of }
              ? S extends { keys: readonly (infer Key extends string)[] }
                ? { [K in Key]?: ValueOf<Of> }
                : Record<string, ValueOf<Of>>
              : S extends { kind: 'list'; of: infer Of }
                ? RecordOf<Of>[]
                : S extends { kind: 'record'; of: infer Of }
                  ? RecordOf<Of>
                  : string

type ValueOf<S> = Plain<S> | (S extends { nullable: true } ? null : never)

/** The record that a table of shapes describes. */
export type RecordOf<S> = Flat<
  { -readonly [K in keyof S as S[K] extends { optional: true } ? never : K]: ValueOf<S[K]> } & {
    -readonly [K in keyof S as S[K] extends { optional: true } ? K : never]?: ValueOf<S[K]>
  }
>

type Flat<T> = { [K in keyof T]: T[K] }

/** What every record has. `number` is the one that people say on the phone, counted for each resource. */
export const recordShapes = {
  id: { kind: 'id' },
  number: { kind: 'integer' },
  version: { kind: 'integer' },
  country: { kind: 'choice', values: countryCodes },
  createdAt: { kind: 'instant' },
  updatedAt: { kind: 'instant' },
} as const satisfies Shapes

/** A record with an owner. */
export const ownedShapes = {
  ...recordShapes,
  owner: { kind: 'id' },
  ownerName: { kind: 'text' },
} as const satisfies Shapes
