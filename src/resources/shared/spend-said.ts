import type { CommandContext } from '../../commands/command.ts'
import type { ChangeEnd } from '../../commands/command-ports.ts'

/** Adds the advertising cost that a sentence names: product, amount and perhaps day in any order, read by the server. */
export const spendSaid = async ({ country, ports }: CommandContext, text: string): Promise<ChangeEnd> => {
  const { lines } = await ports.api.advertising.check({ country, text })
  const [line] = lines
  if (line === undefined || line.problem !== null)
    return { kind: 'failed', code: line?.problem ?? 'NOT_A_NUMBER' }
  const { product, day, amount, productName: name } = line
  const end = await ports.create({ resource: 'advertising', input: { country, product, day, amount } })
  if (end.kind !== 'done') return end
  const batchId = end.report?.batchId ?? null
  ports.list?.refresh()
  ports.notify({
    tone: 'success',
    titleKey: 'advertising:spentOn',
    values: { name: name ?? '' },
    action: batchId === null ? undefined : ports.offerUndo(batchId),
  })
  return end
}
