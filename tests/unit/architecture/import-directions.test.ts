import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const helper = pathToFileURL(path.join(root, 'scripts/lib/architecture.mjs')).href

let house: string
beforeEach(() => {
  house = mkdtempSync(path.join(os.tmpdir(), 'waybill-house-'))
})
afterEach(() => rmSync(house, { recursive: true, force: true }))

const allowed = {
  'domain/orders/order.ts': 'export const order = 1\n',
  'machines/change.ts': "export { order } from '../domain/orders/order.ts'\n",
  'server/app.ts': "export { order } from '../domain/orders/order.ts'\n",
  'server/http/write.ts': "export { hold } from '../db/hold.ts'\n",
  'server/db/hold.ts': 'export const hold = 1\n',
  'server/jobs/run-job.ts': "import '../db/hold.ts'\n",
  'server/mail/send-mails.ts': "import '../db/hold.ts'\n",
  'src/ui/button.tsx': 'export const Button = () => <button type="button" />\n',
  'src/resources/orders/columns.tsx':
    "import { Button } from '../../ui/button.tsx'\nexport const columns = <Button />\n",
  'src/resources/users/columns.ts': 'export const columns = []\n',
  'src/features/triage.ts': "export { order } from '../../machines/change.ts'\n",
}

const forbidden: [why: string, file: string, target: string, rule: string][] = [
  [
    'the domain knows no server',
    'domain/orders/order.ts',
    '../../server/app.ts',
    'domain-imports-itself-only',
  ],
  [
    'machines know no console',
    'machines/change.ts',
    '../src/ui/button.tsx',
    'machines-imports-itself-domain-only',
  ],
  [
    'the server knows no console',
    'server/app.ts',
    '../src/ui/button.tsx',
    'server-imports-itself-domain-locales-only',
  ],
  [
    'the console knows no server',
    'src/features/triage.ts',
    '../../server/app.ts',
    'src-imports-itself-domain-machines-locales-only',
  ],
  [
    'primitives know no feature',
    'src/ui/button.tsx',
    '../features/triage.ts',
    'src-ui-imports-nothing-beside-or-above',
  ],
  [
    'jobs know no route',
    'server/jobs/run-job.ts',
    '../http/write.ts',
    'server-jobs-imports-nothing-beside-or-above',
  ],
  [
    'mails know no job',
    'server/mail/send-mails.ts',
    '../jobs/run-job.ts',
    'server-mail-imports-nothing-beside-or-above',
  ],
  [
    'no folder of the server knows how it is put together',
    'server/db/hold.ts',
    '../app.ts',
    'only-commands-import-the-assembled-server',
  ],
  [
    'primitives know no resource',
    'src/ui/button.tsx',
    '../../domain/orders/order.ts',
    'general-parts-know-no-resource',
  ],
  [
    'a resource knows no sibling',
    'src/resources/users/columns.ts',
    '../orders/columns.tsx',
    'a-resource-imports-no-sibling',
  ],
  ['the domain knows no Node', 'domain/orders/order.ts', 'node:fs', 'no-node-outside-server'],
  ['nothing imports in a circle', 'domain/orders/order.ts', './total.ts', 'no-cycles'],
]

it('lets imports run one way', () => {
  build(allowed)
  expect(check()).toMatchObject({ status: 0 })
})

it('refuses each import that runs another way, by its rule', () => {
  build({ ...allowed, 'domain/orders/total.ts': "import './order.ts'\n" })
  for (const [, file, target] of forbidden) {
    const source = readFileSync(path.join(house, file), 'utf8')
    writeFileSync(path.join(house, file), `import '${target}'\n${source}`)
  }
  const { status, output } = check()
  for (const [why, file, target, rule] of forbidden) {
    const name = path.basename(target).replace('node:', '')
    // The files of a cycle are listed one per line.
    expect(output, why).toMatch(new RegExp(`${rule}[\\w-]*: ${file} →[^:]*${name}`))
  }
  expect(status).not.toBe(0)
})

function build(files: Record<string, string>): void {
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(house, file)), { recursive: true })
    writeFileSync(path.join(house, file), source)
  }
}

function check(): { status: number | null; output: string } {
  const call = `import(${JSON.stringify(helper)}).then((m) => console.log(JSON.stringify(m.architectureArguments())))`
  const args = JSON.parse(spawnSync(process.execPath, ['-e', call], { encoding: 'utf8' }).stdout) as string[]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: house, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const pages = fileURLToPath(new URL('../../../bench/peers/pages/', import.meta.url))

/** Not type-checked, because their packages are only installed by the bench. */
it('finds all that the pages of the peers import of ours', () => {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsx'))
    .map((file) => path.join(pages, file))
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) =>
      path.resolve(path.dirname(file), target),
    ),
  )
  expect(imported.length).toBeGreaterThan(5)
  expect(imported.filter((file) => !existsSync(file))).toEqual([])
})
