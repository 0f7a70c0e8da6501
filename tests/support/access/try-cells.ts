import { afterAll, describe, expect, it } from 'vitest'
import { trackGuarantee } from '../trust/guarantee.ts'
import type { World } from './make-world.ts'

/** A test for each cell of each call; together they are one line of the guarantees table. */
export const tryCells = (
  name: string,
  calls: readonly { call: string; cells: readonly Cell[] }[],
  world: () => World,
): void => {
  const tried = calls.filter(({ cells }) => cells.length > 0)
  const guarantee = trackGuarantee(name)
  describe.each(tried)('$call', ({ call, cells }) => {
    it.each([...cells])('$name', async (cell) => {
      guarantee.tried()
      const why = await cell.whyNot(world()).catch(String)
      if (why !== null) guarantee.broke(`${call}, ${cell.name}: ${why}`)
      expect(why).toBeNull()
    })
  })
  afterAll(() => guarantee.report(`${tried.length} calls`))
}

/** One cell of the access table: a call, its role, and the record's relation to the caller. */
export type Cell = {
  name: string
  /** How the server deviates from the table; null if it does not. */
  whyNot: (world: World) => Promise<string | null>
}

type Answer = { status: number; body: unknown }

/** Null if the answer has one of these statuses, and this code if one is given. */
export const whyNotAnswer = ({ status, body }: Answer, statuses: readonly number[], code?: string) => {
  const said = (body as { code?: string } | null)?.code
  const isDue = statuses.includes(status) && (code === undefined || said === code)
  return isDue
    ? null
    : `${status} ${JSON.stringify(body)?.slice(0, 300)}, not ${statuses.join(' or ')} ${code ?? ''}`
}

export const whyNotForbidden = (answer: Answer) => whyNotAnswer(answer, [403], 'FORBIDDEN')
