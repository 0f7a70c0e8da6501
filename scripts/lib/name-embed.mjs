import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes what names the module of the palette beside it: `waybill-palette.js`, the moving name, and a JSON file with its
 * version, name and the integrity of each file that it loads, as an import map takes it.
 */
export const nameEmbed = (folder) => {
  const scripts = readdirSync(folder, { recursive: true })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /-[\w-]{8}\.js$/.test(file))
    .toSorted()
  const [module, ...others] = scripts.filter((file) => file.startsWith('waybill-palette.'))
  if (module === undefined || others.length > 0) throw new Error(`one module is expected: ${scripts}`)
  const [, version] = /^waybill-palette\.(.+)\.js$/.exec(module)
  const integrity = Object.fromEntries(scripts.map((file) => [file, integrityOf(path.join(folder, file))]))
  writeFileSync(path.join(folder, 'waybill-palette.js'), `export * from './${module}'\n`)
  writeFileSync(
    path.join(folder, 'waybill-palette.json'),
    `${JSON.stringify({ version, module, integrity }, null, 2)}\n`,
  )
}

const integrityOf = (file) => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`
