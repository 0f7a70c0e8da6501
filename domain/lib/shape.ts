import { countryCodes } from '../core/countries.ts'

/**
 * The type of a value in API answers; TypeScript types and JSON Schemas derive from it. `money`: major units of the record's
 * country; `instant`: ISO 8601 UTC; `date`: `YYYY-MM-DD`; `phone`: E.164; `url`: as stored, may be unsafe; `list`: of records;
 * `values`: of scalars; `cell`: text or number; `map`: any keys, or some of `keys`; `optional`: may be absent.
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

export type RecordOf<S> = Flat<
  { -readonly [K in keyof S as S[K] extends { optional: true } ? never : K]: ValueOf<S[K]> } & {
    -readonly [K in keyof S as S[K] extends { optional: true } ? K : never]?: ValueOf<S[K]>
  }
>

type Flat<T> = { [K in keyof T]: T[K] }

/** Fields of every record. `number`: the short number that users say, counted per resource. */
export const recordShapes = {
  id: { kind: 'id' },
  number: { kind: 'integer' },
  version: { kind: 'integer' },
  country: { kind: 'choice', values: countryCodes },
  createdAt: { kind: 'instant' },
  updatedAt: { kind: 'instant' },
} as const satisfies Shapes

export const ownedShapes = {
  ...recordShapes,
  owner: { kind: 'id' },
  ownerName: { kind: 'text' },
} as const satisfies Shapes

/** The members of these names. */
export const pickNames = <Row, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> => {
  const picked = {} as Pick<Row, Name>
  for (const name of names) picked[name] = row[name]
  return picked
}
