import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPassword } from '../support/api/insert-user.ts'
import { startShop } from '../support/api/shop.ts'
import { startApi, type TestApi } from '../support/api/start-api.ts'

const program = fileURLToPath(new URL('./generated-client', import.meta.url))
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

let api: TestApi
let folder: string
beforeAll(async () => {
  api = await startApi()
  folder = await mkdtemp(path.join(tmpdir(), 'waybill-client-'))
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

const run = async (file: string, ...parameters: string[]): Promise<string> => {
  const ran = promisify(execFile)(process.execPath, [file, ...parameters], { cwd: folder })
  const { stdout } = await ran.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}${error.stderr}`)
  })
  return stdout
}

const tool = (name: string): string => path.join(modules, name)

describe('a client that a public tool generates from openapi.json', () => {
  it('compiles strictly, logs in, confirms an order and lists orders by its types', async () => {
    const { admin, product, order } = await startShop(api)
    const montre = await product({ price: 15_000 })
    const [awa, issa] = [
      await order(montre, { customerName: 'Awa Koné', quantity: 2 }),
      await order(montre, { customerName: 'Issa Traoré' }),
    ]
    const origin = await api.listen()
    await cp(program, folder, { recursive: true })
    await symlink(modules, path.join(folder, 'node_modules'))
    const document = await fetch(`${origin}/api/openapi.json`)
    await writeFile(path.join(folder, 'openapi.json'), await document.text())

    await run(tool('oazapfts/dist/cli.js'), 'openapi.json', 'generated.ts')
    await run(tool('typescript/bin/tsc'), '-p', '.')
    const output = await run(
      tool('tsx/dist/cli.mjs'),
      'list-orders.ts',
      origin,
      admin.user.email,
      testPassword,
    )

    expect(JSON.parse(output)).toEqual({
      listed: [`#${awa.number} Awa Koné: 30000.00 CONFIRMED`],
      total: 1,
      present: 'CONFIRMED',
    })
    expect((await admin.get(`/orders/${issa.id}`)).body.status).toBe('PENDING')
  })
})
