import { amountOf } from './call.ts'
import { createProductCall } from './goods-calls.ts'
import { createOrderCall } from './order-calls.ts'
import { playCall } from './play-call.ts'
import type { World } from './world.ts'

/** Initial records of a world: three products of two sellers, and two orders of each. */
export const openShop = async (world: World): Promise<void> => {
  const { model } = world
  const { country, sellers, products } = model
  const price = amountOf(country, 20)
  for (const [at, quantity] of [9, 16, 25].entries()) {
    await playCall(
      world,
      createProductCall(country, { owner: sellers[at % 2]!, name: 'Montre', quantity, price }),
    )
  }
  for (const product of [...products, ...products]) {
    const input = { product: product.id, quantity: 2, price: null, customerName: 'Awa' }
    await playCall(world, createOrderCall(country, input))
  }
}
