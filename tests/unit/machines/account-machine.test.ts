import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type AccountValues, accountMachine } from '../../../machines/session/account-machine.ts'
import { done, failed, problem, unreachedStates } from './unreached-states.ts'

const start = (send: (values: AccountValues, signal: AbortSignal) => Promise<void>) => {
  const clock = new SimulatedClock()
  const actor = createActor(
    accountMachine.provide({
      actors: { send: fromPromise<void, AccountValues>(({ input, signal }) => send(input, signal)) },
    }),
    { clock },
  )
  actor.start()
  return { actor, clock }
}

test('sends what was filled in, and is done', async () => {
  const sent: AccountValues[] = []
  const { actor } = start(async (values) => void sent.push(values))
  actor.send({ type: 'account.send', values: { email: 'awa@waybill.test' } })
  await waitFor(actor, (state) => state.matches('done'))
  expect(sent).toEqual([{ email: 'awa@waybill.test' }])
  actor.send({ type: 'account.reset' })
  expect(actor.getSnapshot().matches('asking')).toBe(true)
})

test('a refusal says why, a second try clears it, a reset forgets it', async () => {
  const { actor } = start(() => Promise.reject(problem('TOO_MANY_ATTEMPTS')))
  actor.send({ type: 'account.send', values: {} })
  await waitFor(actor, (state) => state.matches('failed'))
  expect(actor.getSnapshot().context.failure?.code).toBe('TOO_MANY_ATTEMPTS')
  actor.send({ type: 'account.send', values: {} })
  expect(actor.getSnapshot().context.failure).toBeNull()
  await waitFor(actor, (state) => state.matches('failed'))
  actor.send({ type: 'account.reset' })
  expect(actor.getSnapshot().value).toBe('asking')
  expect(actor.getSnapshot().context.failure).toBeNull()
})

test('a wait of over ten seconds is shown and can be cancelled, which aborts the call', async () => {
  let given: AbortSignal | undefined
  const { actor, clock } = start((_, signal) => {
    given = signal
    return new Promise(() => {})
  })
  actor.send({ type: 'account.send', values: {} })
  clock.increment(9_999)
  expect(actor.getSnapshot().value).toEqual({ sending: 'brief' })
  clock.increment(1)
  expect(actor.getSnapshot().value).toEqual({ sending: 'long' })
  actor.send({ type: 'account.cancel' })
  expect(actor.getSnapshot().value).toBe('stopped')
  expect(given?.aborted).toBe(true)
  actor.send({ type: 'account.send', values: {} })
  expect(actor.getSnapshot().value).toEqual({ sending: 'brief' })
})

test('every state can be reached', () => {
  expect(
    unreachedStates(accountMachine, [
      { type: 'account.send', values: {} },
      { type: 'account.cancel' },
      { type: 'xstate.after.patience.account.sending.brief' },
      done('send', undefined),
      failed('send'),
    ]),
  ).toEqual([])
})
