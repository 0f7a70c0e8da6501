import { expect, it } from 'vitest'
import type { JsonSchema } from '../../server/openapi/json-schema.ts'
import type { OpenApiDocument } from '../../server/openapi/openapi.ts'
import { createRandom } from '../../server/seed/row-writer.ts'
import { openApi } from '../support/api/start-api.ts'
import { createKnownRecords } from '../support/fuzz/known-records.ts'
import { callsOf } from '../support/fuzz/make-call.ts'
import { createSampler } from '../support/fuzz/sample.ts'
import { faultOf, formatCall, type SentCall, sendCall } from '../support/fuzz/send-call.ts'
import { stockUp } from '../support/fuzz/stock-up.ts'
import { rounds } from '../support/is-full.ts'
import { printSeed, testSeed } from '../support/sample-of.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'

/** Values of every JSON type, as buggy clients send them. */
const wrongValues = [null, true, 0, -1, 1.5, 1e21, '', 'x', '1', [], [null], {}, { $ne: null }]
/** Values per member, round robin, with a random start. */
const valuesOfEach = rounds(wrongValues.length, 1)

/** Only required members besides the wrong one, so that it is the reason of a refusal. */
const requiredOnly = { spoils: 0, extras: 0 }
const allMembers = { spoils: 0, extras: 1 }
/** Excluded: they end the session, change it or never end. */
const leftOut = ['streamEvents', 'logOut', 'logIn']

const api = await openApi()
const document = (await api.anybody.get<OpenApiDocument>('/openapi.json')).body

it('every member of every body, wrong by itself, is answered as the document says', async () => {
  printSeed('wrong values')
  const guarantee = trackGuarantee(
    'one wrong value in every member of every body: no error, nothing undocumented accepted',
  )
  const random = createRandom(1)
  const known = createKnownRecords(random)
  const sample = createSampler(random, document, known, () => undefined)
  let accepted = 0
  let isStocked = false
  const members = new Set<string>()
  for (const { method, path, operation } of callsOf(document, leftOut)) {
    const schema = operation.requestBody?.content['application/json']?.schema
    if (schema === undefined) continue
    const resource = path.split('/')[2] ?? ''
    const { user, token } = await api.as(await api.createUser({ role: 'admin' }))
    // Creates new records for those that a call has used up or ended.
    if (!isStocked) await stockUp(api, known, { ...user, token })
    isStocked = true
    for (const variant of variantsOf(schema, document)) {
      const body = (options: typeof requiredOnly) =>
        (sample(variant, { ...options, resource }) ?? {}) as Record<string, unknown>
      for (const member of Object.keys(body(allMembers))) {
        members.add(`${method} ${path} ${member}`)
        for (const value of nextOf(wrongValues, testSeed + members.size * valuesOfEach)) {
          const call: SentCall = {
            method,
            url: path.replaceAll(/\{(\w+)\}/g, () => known.idFor('id', resource)),
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify({ ...body(requiredOnly), [member]: value }),
          }
          guarantee.tried()
          const answer = await sendCall(api, call, token)
          if (answer !== null && answer.statusCode < 300) {
            accepted++
            isStocked = false
          }
          if (answer === null) guarantee.broke(`${formatCall(call)}\n  hangs`)
          const fault = answer && (await faultOf(api, call, answer))
          if (fault) guarantee.broke(`${formatCall(call)}\n  ${fault.slice(0, 600)}`)
        }
      }
    }
  }
  expect(members.size).toBeGreaterThan(200)
  guarantee.report(`${members.size} members, ${wrongValues.length} values, ${accepted} calls accepted`)
})

const nextOf = <Value>(values: readonly Value[], from: number): Value[] =>
  Array.from({ length: valuesOfEach }, (_, at) => values[(from + at) % values.length]!)

const variantsOf = (schema: JsonSchema, document: OpenApiDocument): readonly JsonSchema[] => {
  const { $ref } = schema as { $ref?: string }
  if ($ref !== undefined) return variantsOf(document.components.schemas[$ref.split('/').at(-1)!]!, document)
  return (schema.oneOf ?? schema.anyOf)?.flatMap((one) => variantsOf(one, document)) ?? [schema]
}
