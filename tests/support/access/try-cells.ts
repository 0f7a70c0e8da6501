import { afterAll, describe, expect, it } from 'vitest'
import { trackGuarantee } from '../trust/guarantee.ts'
import type { Cell } from './cell.ts'
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
