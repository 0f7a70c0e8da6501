import './lib/require-node.mjs'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { inRoot } from './lib/root.mjs'

// npm run papers: what a buyer asks of the packages that production runs, in dist/papers: their list as CycloneDX, and their
// licences. Exits with 1 if one has none, or one that asks for our source.

/** Licences whose terms would reach what is delivered with them. */
const reaching = /\b(AGPL|GPL|SSPL|BUSL|CC-BY-NC)\b/
const known = /\b(MIT|ISC|BSD|Apache|0BSD|Unlicense|CC0|BlueOak|LGPL|MPL|OFL|Python|PostgreSQL|Zlib)\b/i

const npm = process.env.npm_execpath
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev']
const options = {
  cwd: inRoot(),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'ignore'],
}
const written = npm
  ? execFileSync(process.execPath, [npm, ...args], options)
  : execFileSync('npm', args, options)
const { components } = JSON.parse(written)

const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(' AND ')
const rows = components
  .map((component) => ({
    name: [component.group, component.name].filter(Boolean).join('/'),
    version: component.version,
    licence: licenceOf(component),
  }))
  .sort((one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version))

mkdirSync(inRoot('dist/papers'), { recursive: true })
writeFileSync(inRoot('dist/papers/sbom.cdx.json'), written)
writeFileSync(
  inRoot('dist/papers/licences.md'),
  [
    '# Licences of the packages that production runs',
    '',
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
  ].join('\n'),
)

const refused = rows.filter(
  ({ licence }) =>
    !known.test(licence) || (reaching.test(licence.replace(/LGPL/g, '')) && !/ OR /.test(licence)),
)
console.log(`${rows.length} packages are listed in dist/papers.`)
for (const { name, version, licence } of refused)
  console.log(`  ${name}@${version}: ${licence || 'no licence'}`)
if (refused.length > 0) process.exitCode = 1
