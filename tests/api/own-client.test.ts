import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { NewApiKey } from '../../domain/keys/key.ts'
import { clientSource } from '../../server/openapi/client-source.ts'
import { buildDocument } from '../../server/openapi/document.ts'
import { startShop } from '../support/api/shop.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const shop = await startShop(api)

const program = fileURLToPath(new URL('./own-client', import.meta.url))
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

it('is written by the build, compiles strictly, and drives a server by a key', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'waybill-own-client-'))
  const run = async (tool: string, ...parameters: string[]): Promise<string> => {
    const ran = promisify(execFile)(process.execPath, [path.join(modules, tool), ...parameters], {
      cwd: folder,
    })
    const { stdout } = await ran.catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}${error.stderr}`)
    })
    return stdout
  }
  try {
    await cp(program, folder, { recursive: true })
    await symlink(modules, path.join(folder, 'node_modules'))
    await writeFile(path.join(folder, 'waybill.ts'), clientSource(buildDocument(api.app.describedCalls)))
    await run('typescript/bin/tsc', '-p', '.')

    const product = await shop.product({ price: 15_000 })
    const deleted = await shop.order(product)
    await shop.admin.put('/orders/delete', { body: { ids: [deleted.id] } })
    const { body: key } = await shop.admin.post<NewApiKey>('/keys', {
      body: { name: 'Program', verbs: ['orders.read', 'orders.write', 'orders.export'] },
    })
    const output = await run('tsx/dist/cli.mjs', 'mirror-orders.ts', await api.listen(), key.key!, product.id)
    expect(JSON.parse(output)).toEqual({
      mirrored: ['Awa Koné CONFIRMED', 'Issa Traoré PENDING'],
      deleted: [deleted.id],
      again: ['Issa Traoré CANCELLED'],
      refused: ['KEY_FORBIDDEN', 'VALIDATION_FAILED customerPhone', 'STALE_VERSION'],
      isSpreadsheet: true,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}, 120_000)
