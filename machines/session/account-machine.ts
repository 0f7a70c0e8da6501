import { assign, setup } from 'xstate'
import { type Failure, toFailure } from '../failure.ts'
import { unimplementedActor } from '../unimplemented-actor.ts'
import { patience } from './session-machine.ts'

/** Form values by field. */
export type AccountValues = Record<string, string>

export type AccountEvent =
  | { type: 'account.send'; values: AccountValues }
  /** The caller no longer waits for the answer. */
  | { type: 'account.cancel' }
  /** Clears the outcome. */
  | { type: 'account.reset' }

/**
 * A request without a session: sign-up, confirmation mail, new password. asking -> sending (brief, long) -> done, failed or
 * stopped. The form keeps the input.
 */
export const accountMachine = setup({
  types: { context: {} as { failure: Failure | null }, events: {} as AccountEvent },
  actors: { send: unimplementedActor<void, AccountValues>('send') },
  delays: { patience },
}).createMachine({
  id: 'account',
  initial: 'asking',
  context: { failure: null },
  states: {
    asking: { on: { 'account.send': 'sending' } },
    sending: {
      initial: 'brief',
      entry: assign({ failure: null }),
      on: { 'account.cancel': 'stopped' },
      states: { brief: { after: { patience: 'long' } }, long: {} },
      invoke: {
        src: 'send',
        id: 'send',
        input: ({ event }) => {
          if (event.type !== 'account.send') throw new Error(`nothing is sent on ${event.type}`)
          return event.values
        },
        onDone: 'done',
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => toFailure(event.error) }) },
      },
    },
    failed: {
      on: {
        'account.send': 'sending',
        'account.reset': { target: 'asking', actions: assign({ failure: null }) },
      },
    },
    stopped: { on: { 'account.send': 'sending' } },
    done: { on: { 'account.send': 'sending', 'account.reset': 'asking' } },
  },
})
