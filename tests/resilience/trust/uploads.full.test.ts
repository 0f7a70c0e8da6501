import { expect, it } from 'vitest'
import { openApi } from '../../support/api/start-api.ts'
import { isFull, rounds } from '../../support/is-full.ts'
import { hostileFiles } from '../../support/spreadsheets/hostile-files.ts'
import { moreHostileFiles } from '../../support/spreadsheets/hostile-parts.ts'
import { multipartBody, multipartType } from '../../support/spreadsheets/upload.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'

const api = await openApi()
const origin = await api.listen()

/** What each is answered: `tests/api/import-hostile.full.test.ts`. */
const limits = { milliseconds: rounds(10_000, 30_000), megabytes: 512, wait: rounds(1_500, 5_000) }
const megabyte = 1024 * 1024

it('refuses every hostile file soon and in little memory, and serves others meanwhile', async () => {
  const guarantee = trackGuarantee(
    'hostile uploads: refused in under 10 s and 512 MB, others served meanwhile',
  )
  const all = [...hostileFiles, ...moreHostileFiles]
  expect(all.length).toBeGreaterThanOrEqual(40)
  const { token } = await api.as('admin')
  const files = isFull ? all : all.filter(({ what }, at) => at % 8 === 0 || /quotes|1,048,576/.test(what))
  let [slowest, largest, longest] = [0, 0, 0]
  for (const { what, make } of files) {
    const body = new Uint8Array(multipartBody(make()))
    const before = process.memoryUsage.rss()
    let isOver = false
    let grown = 0
    const watching = (async () => {
      while (!isOver) {
        const began = performance.now()
        const health = await fetch(`${origin}/readyz`)
        await health.body?.cancel()
        if (health.status !== 200) guarantee.broke(`${what}: health ${health.status}`)
        longest = Math.max(longest, performance.now() - began)
        grown = Math.max(grown, process.memoryUsage.rss() - before)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    const began = performance.now()
    const answer = await fetch(`${origin}/api/orders/upload-multiple`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': multipartType },
      body,
    })
    const took = performance.now() - began
    isOver = true
    await watching
    await answer.body?.cancel()
    guarantee.tried()
    if (answer.ok) guarantee.broke(`${what}: taken`)
    if (took > limits.milliseconds) guarantee.broke(`${what}: ${Math.round(took)} ms`)
    if (grown > limits.megabytes * megabyte) guarantee.broke(`${what}: ${Math.round(grown / megabyte)} MB`)
    slowest = Math.max(slowest, took)
    largest = Math.max(largest, grown)
  }
  if (longest > limits.wait) guarantee.broke(`somebody else waited ${Math.round(longest)} ms`)
  guarantee.report(
    `${files.length} files: ${Math.round(slowest)} ms, ${Math.round(largest / megabyte)} MB, others waited ${Math.round(longest)} ms at most`,
  )
})
