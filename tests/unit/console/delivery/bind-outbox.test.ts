import { describe, expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { ChangeReport } from '../../../../domain/changes/changes.ts'
import { ApiProblem } from '../../../../src/api/api-problem.ts'
import type { Api } from '../../../../src/api/create-api.ts'
import { bindOutbox } from '../../../../src/app/services/console-services.ts'
import type { OfflineStore } from '../../../../src/stores/offline-store.ts'
import { wholeEntry, wholeReport } from '../../../support/whole-records.ts'

const entry = wholeEntry()

const report = (refused: ChangeReport['refused'] = []) =>
  wholeReport(1 - refused.length, { batchId: refused.length > 0 ? null : 'b1', refused })

type World = { answer: () => Promise<ChangeReport>; signedIn?: string | null; isKept?: boolean }

/** Replays one stored change and returns its outcome. */
const replay = async ({ answer, signedIn = 'awa', isKept = true }: World) => {
  const stored = new Map([[entry.id, entry]])
  const calls: unknown[] = []
  const store: OfflineStore = {
    entries: async () => [...stored.values()],
    hasEntry: async (id) => isKept && stored.has(id),
    keepEntry: async (one) => void stored.set(one.id, one),
    forgetEntry: async (id) => void stored.delete(id),
    list: async () => null,
    keepList: async () => undefined,
    clear: async () => undefined,
  }
  const api = {
    bulkStatus: (...[resource, target, body, options]: Parameters<Api['bulkStatus']>) => {
      calls.push([resource, target, body, options?.idempotencyKey])
      return answer()
    },
  } as unknown as Api
  const actor = createActor(bindOutbox({ api, store, signedIn: () => signedIn }), { input: { user: 'awa' } })
  const reported: string[] = []
  actor.on('*', ({ type }) => reported.push(type))
  actor.start()
  await waitFor(actor, (state) => ['settled', 'waiting', 'locked'].includes(String(state.value)))
  return { state: actor.getSnapshot().value, reported, stored: [...stored.values()], calls }
}

const problem = (code: ApiProblem['code'], status: number | null) => async () => {
  throw new ApiProblem({ code, message: code, status })
}

describe('sending what waited', () => {
  test('says which record, what, and under which key; then forgets it', async () => {
    const { calls, stored, reported } = await replay({ answer: async () => report() })
    expect(calls).toEqual([['shippings', { ids: ['p1'] }, { status: 'DELIVERED' }, 'key-1']])
    expect(stored).toEqual([])
    expect(reported).toEqual(['outbox.sent'])
  })

  test('when the server has the change already, an earlier try has arrived: that is no refusal', async () => {
    const { stored, reported } = await replay({
      answer: async () => report([{ id: 'p1', number: 20_001, code: 'ALREADY_THERE' }]),
    })
    expect(stored).toEqual([])
    expect(reported).toEqual(['outbox.sent'])
  })

  test.each([
    ['the record’s own', async () => report([{ id: 'p1', number: 20_001, code: 'NO_SUCH_TRANSITION' }])],
    ['the call’s', problem('FORBIDDEN', 403)],
    ['a body’s', problem('VALIDATION_FAILED', 400)],
  ])('%s refusal stays with it until the person decides', async (_, answer) => {
    const { stored, reported, state } = await replay({ answer: answer as World['answer'] })
    expect(stored).toMatchObject([{ id: 'key-1', refusal: expect.any(String) }])
    expect([reported, state]).toEqual([['outbox.refused'], 'settled'])
  })

  test.each([
    ['nobody answers', 'OFFLINE', null],
    ['the server is busy', 'OVERLOADED', 503],
    ['its user has changed too much within the hour', 'TOO_MANY_CHANGES', 429],
    ['the first try is still under way', 'IDEMPOTENCY_IN_FLIGHT', 409],
  ] as const)('waits where %s', async (_, code, status) => {
    const { stored, state } = await replay({ answer: problem(code, status) })
    expect([stored, state]).toEqual([[entry], 'waiting'])
  })

  test('waits for its user when the session has ended, or another user is signed in', async () => {
    const ended = await replay({ answer: problem('UNAUTHORIZED', 401) })
    expect([ended.stored, ended.state]).toEqual([[entry], 'locked'])
    const foreign = await replay({ answer: async () => report(), signedIn: 'moussa' })
    expect([foreign.stored, foreign.state, foreign.calls]).toEqual([[entry], 'locked', []])
  })

  test('what another tab has sent is not sent', async () => {
    const { calls, state } = await replay({ answer: async () => report(), isKept: false })
    expect([calls, state]).toEqual([[], 'settled'])
  })
})
