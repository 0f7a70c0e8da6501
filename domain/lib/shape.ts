/**
 * What the API answers, as data: one table of shapes a record gives its TypeScript type and its JSON Schema. Money is in
 * major units of the record's country, `instant` is ISO 8601 UTC, `date` is `YYYY-MM-DD`, a `phone` is E.164.
 */
export type Shape =
  | { kind: 'id' | 'text' | 'phone' | 'instant' | 'date' | 'integer' | 'number' | 'money'; nullable?: true }
  | { kind: 'flag'; nullable?: true }
  | { kind: 'choice'; values: readonly string[]; nullable?: true }
  | { kind: 'list'; of: Shapes }

export type Shapes = Readonly<Record<string, Shape>>

type Plain<S extends Shape> = S extends { kind: 'integer' | 'number' | 'money' }
  ? number
  : S extends { kind: 'flag' }
    ? boolean
    : S extends { kind: 'choice'; values: readonly (infer V)[] }
      ? V
      : S extends { kind: 'list'; of: infer Of extends Shapes }
        ? RecordOf<Of>[]
        : string

/** The record that a table of shapes describes. */
export type RecordOf<S extends Shapes> = {
  -readonly [K in keyof S]: Plain<S[K]> | (S[K] extends { nullable: true } ? null : never)
}
