import type { Code, FieldProblem } from '../core/codes.ts'

/** An expected refusal is a value: a code, and where it concerns fields, which ones. Only a bug throws. */
export type Refusal = { ok: false; code: Code; errors?: FieldProblem[] }
export type Result<Value> = { ok: true; value: Value } | Refusal

export const accept = <Value>(value: Value): Result<Value> => ({ ok: true, value })

export const refuse = (code: Code, errors?: FieldProblem[]): Refusal =>
  errors === undefined ? { ok: false, code } : { ok: false, code, errors }
