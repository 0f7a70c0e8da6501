import type { ChangeReport } from '../../domain/changes/changes.ts'
import { Refused } from '../core/errors.ts'
import { refuseByCode } from './refuse-by-code.ts'

/** The record that one call changed by the workflow that changes many; what that reports, the call is refused with. */
export const onlyRecord = <Item>({ refused }: ChangeReport, [record]: readonly Item[]): Item => {
  const code = refused[0]?.code ?? null
  if (record === undefined || code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  if (code === 'STALE_VERSION') throw new Refused(code, { current: record })
  refuseByCode(code)
  return record
}
