import { expect, test } from 'vitest'
import { requestGoods } from '../../../../src/resources/shared/request-arguments.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'

const made = { id: 'r1', number: 576, version: 1 }

const movedTo = async (resource: 'requests' | 'products') => {
  const { ports } = recordingPorts()
  const moves: unknown[] = []
  await requestGoods(
    contextWith({
      resource,
      ports: {
        ...ports,
        create: async () => ({
          kind: 'done',
          report: {
            batchId: 'b1',
            counts: { changed: 1, refused: 0, refusedBy: {} },
            changed: [made],
            refused: [],
          },
        }),
        list: { ...ports.list!, refresh: () => undefined, refreshTo: (ids) => moves.push(ids) },
      },
    }),
    { product: 'p1' },
    { quantity: '20' },
  )
  return moves
}

test('a request for goods made on the list of requests is moved to there, and on no other list', async () => {
  expect(await movedTo('requests')).toEqual([['r1']])
  expect(await movedTo('products')).toEqual([])
})
