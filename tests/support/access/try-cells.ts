import { afterAll, describe, expect, it } from 'vitest'
import { keeping } from '../trust/promise.ts'
import type { Cell } from './cell.ts'
import type { World } from './make-world.ts'

/** A test for each cell of each call; together they are one line of the guarantees table. */
export const tryCells = (
  name: string,
  calls: readonly { call: string; cells: readonly Cell[] }[],
  world: () => World,
): void => {
  const tried = calls.filter(({ cells }) => cells.length > 0)
  const promise = keeping(name)
  describe.each(tried)('$call', ({ call, cells }) => {
    it.each([...cells])('$name', async (cell) => {
      promise.tried()
      const why = await cell.whyNot(world()).catch(String)
      if (why !== null) promise.broke(`${call}, ${cell.name}: ${why}`)
      expect(why).toBeNull()
    })
  })
  afterAll(() => promise.tell(`${tried.length} calls`))
}
