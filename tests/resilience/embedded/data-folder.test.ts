import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartRefusal } from '../../../server/core/errors.ts'
import { claimDataFolder } from '../../../server/db/data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-claim-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('is locked by one process at a time, which the error names', async () => {
  const claim = await claimDataFolder(folder)
  const refusal = claimDataFolder(folder)
  await expect(refusal).rejects.toThrow(StartRefusal)
  await expect(refusal).rejects.toThrow(`is in use by another Waybill (process ${process.pid})`)
  claim.release()
  const next = await claimDataFolder(folder)
  next.release()
  expect(readdirSync(path.join(folder, 'claims'))).toEqual([])
})

it('is not locked by a dead process, nor by another one with its id', async () => {
  mkdirSync(path.join(folder, 'claims'))
  for (const name of [`${process.ppid}.an-earlier-start`, '4194305.a-process-that-is-gone']) {
    writeFileSync(path.join(folder, 'claims', `${name}.wanted`), '')
    writeFileSync(path.join(folder, 'claims', `${name}.held`), '')
  }
  const claim = await claimDataFolder(folder)
  expect(readdirSync(path.join(folder, 'claims'))).toHaveLength(2)
  claim.release()
})

it('goes to exactly one of many that start at once', async () => {
  const claimants = Array.from({ length: 6 }, startClaimant)
  await Promise.all(claimants.map(({ said }) => said('ready')))
  for (const { child } of claimants) child.stdin.write('go')
  const outcomes = await Promise.all(claimants.map(({ said }) => said(/claimed|refused/)))
  for (const { child } of claimants) child.kill('SIGKILL')
  expect(outcomes.toSorted()).toEqual(['claimed', ...Array(5).fill('refused')])
})

/** Another process that claims the folder on request and holds it until it is killed. */
function startClaimant() {
  const module = pathToFileURL(path.resolve('server/db/data-folder.ts')).href
  const script = `
    const { claimDataFolder } = await import(${JSON.stringify(module)})
    process.stdin.once('data', async () => {
      console.log(await claimDataFolder(${JSON.stringify(folder)}).then(() => 'claimed', () => 'refused'))
    })
    console.log('ready')`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const said = async (what: RegExp | string): Promise<string> => {
    await expect.poll(() => output).toMatch(what)
    return output.match(what)![0]
  }
  return { child, said }
}
