import type { FastifyInstance } from 'fastify'
import { type CallPolicy, callPolicies, callPolicyFields } from '../../domain/calls/call-policy.ts'
import { checkCallPolicy } from '../../domain/calls/check-policy.ts'
import {
  mostRehearsedDays,
  type OrderCourse,
  rehearsalShapes,
  rehearseCalls,
} from '../../domain/calls/rehearse-calls.ts'
import { defaultCountry } from '../../domain/core/countries.ts'
import type { Fields } from '../../domain/lib/field.ts'
import { validate } from '../../domain/lib/validate.ts'
import { accepted, Refused } from '../core/errors.ts'
import { defineKind } from '../crud/define-kind.ts'
import { revertRecords } from '../crud/revert-records.ts'
import { updateRecord } from '../crud/write-records.ts'
import type { ServerContext } from '../db/context.ts'
import { admitAgain, permit } from '../http/auth.ts'
import { recordId, refuseQuery } from '../http/request-parts.ts'
import { json, shapesJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { objectSchema, titled } from '../openapi/json-schema.ts'
import { fieldsSchema } from '../openapi/schemas.ts'
import { callPolicyList } from '../queries/call-policies.ts'
import { readOrderCourses } from '../queries/order-courses.ts'
import { inOneSnapshot } from './record-routes.ts'
import { serve } from './serve.ts'

const { verbs } = callPolicies

const kind = defineKind(
  // Made by the migration, one a country.
  { ...callPolicies, verbs: { ...verbs, create: verbs.update, delete: verbs.update } },
  callPolicyList,
  {},
)

const rangeFields = {
  from: { kind: 'date', required: true },
  to: { kind: 'date', required: true },
} as const satisfies Fields

const rehearseCall = describe.call({
  id: 'rehearseCallPolicy',
  tag: 'call-policies',
  summary: 'Read what another policy would have made of the calls of a range',
  detail: `From the history of its orders, changing nothing: which of the calls that were made it would have dropped or added, and how many orders could have been called at each hour. At most ${mostRehearsedDays} days. Fields that \`policy\` leaves out are those of the present one.`,
  verbs: ['call-policy.rehearse'],
  body: json(
    titled(
      'CallPolicyRehearsal',
      objectSchema(
        {
          policy: fieldsSchema(callPolicyFields, { partial: true }),
          ...fieldsSchema(rangeFields).properties,
        },
        ['policy', 'from', 'to'],
      ),
    ),
  ),
  answers: { 200: shapesJson('CallRehearsal', rehearsalShapes) },
  refuses: [
    'NOT_FOUND',
    'RANGE_TOO_LONG',
    'HOURS_UNREADABLE',
    'SPACING_UNREADABLE',
    'DAYS_UNREADABLE',
    'NO_DAY_LEFT',
  ],
})

const readPolicy = (body: unknown): Partial<CallPolicy> => {
  // No field depends on the country.
  const input = accepted(validate(callPolicyFields, body ?? {}, { country: defaultCountry, partial: true }))
  return accepted(checkCallPolicy(input)) as Partial<CallPolicy>
}

const rehearseRoute = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/call-policies/:id/rehearse', rehearseCall, async (request) => {
    refuseQuery(request)
    const id = recordId(request)
    permit(request, 'call-policy.rehearse')
    await admitAgain(context, request)
    const { policy: asked, ...range } = (request.body ?? {}) as Record<string, unknown>
    const { from, to } = accepted(validate(rangeFields, range, { country: defaultCountry }))
    const given = readPolicy(asked)
    const span = { from: new Date(from), to: new Date(to) }
    const days = (span.to.getTime() - span.from.getTime()) / 86_400_000
    if (days > mostRehearsedDays || days <= 0) {
      throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'to', code: 'RANGE_TOO_LONG' }] })
    }
    return inOneSnapshot(context, async (tx) => {
      const [present] = await callPolicyList.read(tx, [id])
      if (present === undefined) throw new Refused('NOT_FOUND')
      const { country } = present
      const courses: OrderCourse[] = []
      for await (const page of readOrderCourses(tx, { country, ...span })) courses.push(...page)
      return rehearseCalls(courses, { present, policy: { ...present, ...given }, country, ...span })
    })
  })
}

/** A whole record may be sent. What else is wrong with a body is said by the update, so that all of it is. */
const withCleanTexts = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const names = Object.keys(body)
  if (names.some((name) => !(name in callPolicies.shapes))) return body
  const fields = Object.entries(body).filter(([name]) => name in callPolicyFields)
  return { ...body, ...readPolicy(Object.fromEntries(fields)) }
}

export const callPolicyResource = serve(callPolicyList, {
  update: {
    refuses: ['HOURS_UNREADABLE', 'SPACING_UNREADABLE', 'DAYS_UNREADABLE', 'NO_DAY_LEFT'],
    run: (tx, actor, edit, batch) =>
      updateRecord(tx, actor, kind, { ...edit, body: withCleanTexts(edit.body) }, batch),
  },
  more: [rehearseRoute],
  revert: revertRecords(kind),
})
