import type { Code, FieldProblem } from '../core/codes.ts'

/** An expected refusal is a value: a code, and the fields concerned. Only bugs throw. */
export type Refusal = { ok: false; code: Code; errors?: FieldProblem[] }
export type Result<Value> = { ok: true; value: Value } | Refusal

export const accept = <Value>(value: Value): Result<Value> => ({ ok: true, value })

export const refuse = (code: Code, errors?: FieldProblem[]): Refusal =>
  errors === undefined ? { ok: false, code } : { ok: false, code, errors }
