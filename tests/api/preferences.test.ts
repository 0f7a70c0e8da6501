import { describe, expect, it } from 'vitest'
import { roles } from '../../domain/access/permissions.ts'
import type { Problem } from '../../domain/changes/changes.ts'
import { defaultPreferences, type Preferences, preferenceLimits } from '../../domain/users/preferences.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

const id = '0190a0a0-0000-7000-8000-000000000001'
const macro = { id, name: ' Relancer ', steps: [{ command: 'order.confirm', args: { note: 'à 18 h' } }] }

describe('the preferences of a user', () => {
  it.each(roles)('is the default for a %s who has stored nothing', async (role) => {
    const caller = await api.as(await api.createUser({ role }))
    expect(await caller.get('/profile/desk')).toMatchObject({ status: 200, body: defaultPreferences })
  })

  it('stores the given fields, leaves the others, and belongs to one user', async () => {
    const caller = await api.as(await api.createUser({ role: 'agent' }))
    const overrides = { 'order.confirm': ['w', 'Mod+Enter'], 'go.orders': [] }
    expect(await caller.put<Preferences>('/profile/desk', { body: { overrides }, version: 0 })).toMatchObject(
      {
        status: 200,
        body: { version: 1, singleKeys: true, scanTones: true, overrides, macros: [], defaultViews: {} },
      },
    )
    const defaultViews = { orders: 'pending-old', shippings: id }
    const body = { singleKeys: false, scanTones: false, macros: [macro], defaultViews }
    const stored = { version: 2, ...body, overrides, macros: [{ ...macro, name: 'Relancer' }] }
    expect((await caller.put('/profile/desk', { body, version: 1 })).body).toEqual(stored)
    expect((await caller.get('/profile/desk')).body).toEqual(stored)
    const other = await api.as(await api.createUser({ role: 'agent' }))
    expect((await other.get('/profile/desk')).body).toEqual(defaultPreferences)
  })

  it('refuses a stale version and returns the current preferences', async () => {
    const caller = await api.as(await api.createUser())
    await caller.put('/profile/desk', { body: { singleKeys: false } })
    await expectRefusal(
      caller.put('/profile/desk', { body: { singleKeys: true }, version: 0 }),
      412,
      'STALE_VERSION',
      { current: { version: 1, singleKeys: false } },
    )
  })

  it('does the same call once, and lets one of two first writes win', async () => {
    const caller = await api.as(await api.createUser())
    const headers = { 'idempotency-key': 'the same' }
    const call = { body: { singleKeys: false }, version: 0, headers }
    expect((await caller.put<Preferences>('/profile/desk', call)).body.version).toBe(1)
    expect((await caller.put<Preferences>('/profile/desk', call)).body.version).toBe(1)

    const fresh = await api.as(await api.createUser())
    const answers = await Promise.all(
      [true, false].map((singleKeys) => fresh.put('/profile/desk', { body: { singleKeys }, version: 0 })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  const many = (count: number) => Array.from({ length: count }, (_, index) => index)
  const refusals: [string, unknown, Problem['errors']][] = [
    ['another field', { version: 3 }, [{ path: 'version', code: 'UNKNOWN_FIELD' }]],
    ['what is no flag', { singleKeys: 'no' }, [{ path: 'singleKeys', code: 'NOT_A_FLAG' }]],
    ['what is no map', { overrides: [] }, [{ path: 'overrides', code: 'BAD_JSON' }]],
    ['keys that are no list', { overrides: { a: 'w' } }, [{ path: 'overrides.a', code: 'NOT_A_LIST' }]],
    ['keys that are no text', { overrides: { a: [1] } }, [{ path: 'overrides.a.0', code: 'NOT_TEXT' }]],
    ['empty keys', { overrides: { a: [' '] } }, [{ path: 'overrides.a.0', code: 'REQUIRED' }]],
    [
      'too many keys',
      { overrides: { a: many(preferenceLimits.keys + 1).map(String) } },
      [{ path: 'overrides.a', code: 'TOO_LONG' }],
    ],
    [
      'too many commands',
      { overrides: Object.fromEntries(many(preferenceLimits.overrides + 1).map((name) => [name, []])) },
      [{ path: 'overrides', code: 'TOO_LONG' }],
    ],
    [
      'a name that is too long, and a text that cannot be stored',
      {
        macros: [
          { ...macro, name: 'x'.repeat(61) },
          { ...macro, id: id.replace('1', '2'), name: 'a\u0000' },
        ],
      },
      [
        { path: 'macros.0.name', code: 'TOO_LONG' },
        { path: 'macros.1.name', code: 'INVALID_TEXT' },
      ],
    ],
    [
      'a macro without its parts',
      { macros: [{ id: 'x', steps: [{ command: '' }] }] },
      [
        { path: 'macros.0.name', code: 'REQUIRED' },
        { path: 'macros.0.id', code: 'NOT_AN_ID' },
        { path: 'macros.0.steps.0.args', code: 'REQUIRED' },
        { path: 'macros.0.steps.0.command', code: 'REQUIRED' },
      ],
    ],
    ['two macros of one id', { macros: [macro, macro] }, [{ path: 'macros.1.id', code: 'CONFLICT' }]],
    ['no object', [], [{ path: '', code: 'BAD_JSON' }]],
  ]
  it.each(refusals)('refuses %s, saying where', async (_, body, errors) => {
    const caller = await api.as('agent')
    const answer = await caller.put<Problem>('/profile/desk', { body: body as Record<string, unknown> })
    await expectRefusal(answer, 400, 'VALIDATION_FAILED')
    expect(answer.body.errors).toEqual(errors)
  })

  it('takes `__proto__` as a name like any other', async () => {
    const caller = await api.as(await api.createUser())
    const body = JSON.parse('{"overrides":{"__proto__":["w"]}}') as Record<string, unknown>
    const { status } = await caller.put('/profile/desk', { body })
    expect([200, 400]).toContain(status)
    expect((await caller.get('/profile/desk')).status).toBe(200)
  })
})
