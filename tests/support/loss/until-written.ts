import { setTimeout as sleep } from 'node:timers/promises'
import type { Company } from './company.ts'

const patience = 90_000
let made = 0

/** Resolves once the server takes a write; nothing else is asked of it meanwhile. */
export const untilWritten = async (url: string, { token, products }: Company): Promise<void> => {
  const until = performance.now() + patience
  while (performance.now() < until) {
    const written = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        country: 'ic',
        product: products.single.id,
        customerName: `Essai ${++made}`,
        customerPhone: '+2250701020304',
        customerAddress: 'Cocody, Abidjan',
        quantity: 1,
      }),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (written) return
    await sleep(10)
  }
  throw new Error(`nothing written in ${patience} ms`)
}
