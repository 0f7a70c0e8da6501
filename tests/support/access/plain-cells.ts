import { v7 as newId } from 'uuid'
import { resourceNames } from '../../../domain/resources.ts'
import { type Caller, makeCaller } from '../api/caller.ts'
import { goodsInputs, goodsNames } from '../api/goods.ts'
import { orderInput } from '../api/shop.ts'
import type { TestApi } from '../api/start-api.ts'
import { mappingInput } from '../shop-files/mapping-input.ts'
import { listOf } from './make-world.ts'
import { type SpecCall, specRoles } from './read-spec-access.ts'
import { type Cell, whyNotAnswer, whyNotForbidden } from './try-cells.ts'

/** Cells of a call without a record: one per role. The event stream never ends and has its own tests. */
export const plainCells = ({ call, method, path, reach }: SpecCall): Cell[] =>
  call === 'GET events'
    ? []
    : specRoles.map((role) => ({
        name: `${role}: ${reach[role]}`,
        whyNot: async (world) => {
          const resource = call === 'POST views' ? { resource: listOf[role] } : {}
          const bodyOf = plainBodies[call]
          const made = bodyOf?.({ id: await world.make('products', 'own', role), country: 'ic' })
          const answer = await world.callers[role][verbOf(method)](
            `/${path}`,
            made === undefined ? {} : { body: { ...made, ...resource } },
          )
          if (reach[role] === '-') return whyNotForbidden(answer)
          const code = openedBy[call]
          return code === undefined
            ? whyNotAnswer(answer, [200, 201, 204])
            : whyNotAnswer(answer, [400, 404, 415], code)
        },
      }))

const gates = [
  ['verified', { isEmailVerified: false }, 'EMAIL_NOT_VERIFIED'],
  ['activated', { isActivated: false }, 'NOT_ACTIVATED'],
] as const

/** Callers whom every call refuses, so that all cells share them. */
type ClosedCallers = { nobody: Caller[] } & Record<(typeof gates)[number][0], Caller>

export const makeClosedCallers = async (api: TestApi): Promise<ClosedCallers> => {
  const { token } = await api.as(await api.createUser())
  const ended = makeCaller(api.app, token)
  await ended.delete('/sessions/current')
  const closedBy = async (state: (typeof gates)[number][1]) => api.as(await api.createUser(state))
  const [[, isUnverified], [, isInactive]] = gates
  return {
    nobody: [api.anybody, makeCaller(api.app, 'x'.repeat(43)), ended],
    verified: await closedBy(isUnverified),
    activated: await closedBy(isInactive),
  }
}

/** Cells of a call that needs a session: refused without one, and to unverified or inactive users. */
export const closedCells = (call: string, callers: () => ClosedCallers): Cell[] => [
  {
    name: 'is nobody’s without a session that lives',
    whyNot: async () => {
      for (const caller of callers().nobody) {
        const why = whyNotAnswer(await sendAny(caller, call), [401], 'UNAUTHORIZED')
        if (why !== null) return why
      }
      return null
    },
  },
  ...gates.map(([gate, , code]) => ({
    name: `is closed to who is not ${gate}`,
    whyNot: async () => whyNotAnswer(await sendAny(callers()[gate], call), [403], code),
  })),
]

export const sendAny = (caller: Caller, call: string) => {
  const [method, path] = call.split(' ') as [string, string]
  return caller[verbOf(method)](`/${path.replace(/\{\w+\}/g, newId())}`)
}

const verbOf = (method: string) => method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'

let phones = 0
const newPhone = (): string => `+22501${String(10_000_000 + ++phones)}`
let days = 0

/** Two tariffs never begin on one day. */
const nextDay = (): string => new Date(Date.UTC(2031, 0, ++days)).toISOString().slice(0, 10)

/** Bodies of calls without a record. */
export const plainBodies: Record<string, (product: { id: string; country: 'ic' }) => object> = {
  'POST users': () => ({
    country: 'ic',
    name: 'Awa Diop',
    role: 'agent',
    email: `${newId()}@test.example`,
    phone: '+2250701020304',
    password: 'un mot de passe',
  }),
  ...Object.fromEntries(goodsNames.map((name) => [`POST ${name}`, goodsInputs[name]])),
  'POST tariffs': ({ country }) => ({ country, from: nextDay(), delivery: 1_500, returned: 500 }),
  'POST advertising/check': ({ country }) => ({ country, text: '2026-01-05\tMontre\t500' }),
  'POST tariffs/rehearse': ({ country }) => ({
    country,
    rows: [{ from: nextDay(), delivery: 1_500, returned: 500 }],
  }),
  'POST tariffs/grid': ({ country }) => ({
    country,
    rows: [{ from: nextDay(), delivery: 1_500, returned: 500 }],
  }),
  'POST orders': (product) => orderInput({ ...product } as Parameters<typeof orderInput>[0]),
  'POST keys': ({ country }) => ({ country, name: 'Tableur', verbs: ['orders.read'] }),
  'POST blocked': ({ country }) => ({ country, phone: newPhone(), reason: 'Refuse à chaque fois' }),
  'POST views': () => ({ resource: 'orders', name: `Vue ${newId()}` }),
  'PUT import-mappings': () => mappingInput(),
  'PUT handovers/earnings': ({ country }) => ({ country, isKeptBack: true }),
  'PUT invoices/issuer': ({ country }) => ({ country, name: 'Waybill' }),
  'PUT profile': () => ({}),
  'PUT profile/password': () => ({}),
  'PUT profile/desk': () => ({}),
  ...Object.fromEntries(resourceNames.map((name) => [`POST ${name}/resolve`, () => ({ keys: ['1'] })])),
}

/** Calls without their file or list, or of no provider, are refused for that only after access is granted. */
const openedBy: Record<string, string> = {
  'POST orders/upload-multiple': 'UNSUPPORTED_MEDIA_TYPE',
  'POST orders/upload-multiple/failed': 'UNSUPPORTED_MEDIA_TYPE',
  'POST images': 'UNSUPPORTED_MEDIA_TYPE',
  'GET callers': 'VALIDATION_FAILED',
  'GET callers/calls': 'VALIDATION_FAILED',
  'GET callers/board': 'VALIDATION_FAILED',
  'POST callers/download': 'VALIDATION_FAILED',
  'GET search': 'VALIDATION_FAILED',
  'GET invoices/due': 'VALIDATION_FAILED',
  'GET invoices/issuer': 'VALIDATION_FAILED',
  'GET handovers/due': 'VALIDATION_FAILED',
  'GET handovers/earnings': 'VALIDATION_FAILED',
  'POST handovers': 'VALIDATION_FAILED',
  'POST payouts': 'VALIDATION_FAILED',
  'GET customers/{phone}': 'VALIDATION_FAILED',
  'GET customers/{phone}/export': 'VALIDATION_FAILED',
  'GET customers/{phone}/export/file': 'VALIDATION_FAILED',
  'PUT customers/erase': 'VALIDATION_FAILED',
  'PUT customers/retention': 'VALIDATION_FAILED',
  'GET scans/{code}': 'SCAN_CODE_INVALID',
  'PUT profile/password': 'VALIDATION_FAILED',
  'PUT profile/totp': 'VALIDATION_FAILED',
  'POST profile/passkeys': 'VALIDATION_FAILED',
  'DELETE profile/identities': 'VALIDATION_FAILED',
  'POST sessions/proof': 'VALIDATION_FAILED',
  'POST sessions/proof/providers/{provider}/start': 'NOT_FOUND',
  'POST sessions/proof/providers/{provider}/finish': 'NOT_FOUND',
  'DELETE profile/totp': 'VALIDATION_FAILED',
  'POST profile/totp/recovery-codes': 'VALIDATION_FAILED',
  'PUT intake/map': 'VALIDATION_FAILED',
  'POST advertising': 'VALIDATION_FAILED',
  'POST advertising/paste': 'VALIDATION_FAILED',
  'PUT orders/merge': 'VALIDATION_FAILED',
}
