import { beforeEach, describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import type { KeyBinding, KeyPress } from '../../../machines/keys/key-binding.ts'
import { type KeysEvent, keysMachine } from '../../../machines/keys/keys-machine.ts'

const bindings: readonly KeyBinding[] = [
  { keys: 'j', command: 'list.down', when: 'list', repeat: true },
  { keys: 'o', command: 'list.sort', when: 'list' },
  { keys: 'g o', command: 'go.orders' },
  { keys: 'g p', command: 'go.products' },
  { keys: 'g r w', command: 'go.weekly' },
  { keys: 'Delete', command: 'list.delete', when: 'list' },
]

let clock: SimulatedClock
let fired: string[]
let actor: ReturnType<typeof startKeys>
const startKeys = () => createActor(keysMachine, { clock, input: { bindings } })

beforeEach(() => {
  clock = new SimulatedClock()
  fired = []
  actor = startKeys()
  actor.on('command', ({ command }) => fired.push(command))
  actor.start()
})

describe('sequences', () => {
  test('fires a single key at once and stays idle', () => {
    press('j')
    expect({ fired, state: state() }).toEqual({ fired: ['list.down'], state: 'idle' })
  })

  test('waits for the second key of a sequence and fires its command only', () => {
    press('g')
    expect({ fired, state: state() }).toEqual({ fired: [], state: { sequence: 'quiet' } })
    press('o')
    expect({ fired, state: state() }).toEqual({ fired: ['go.orders'], state: 'idle' })
  })

  test('lists what may follow after 400 ms, and then waits for a key as long as it takes', () => {
    press('g')
    clock.increment(399)
    expect(isHinted()).toBe(false)
    clock.increment(1)
    expect(isHinted()).toBe(true)
    clock.increment(3_600_000)
    expect({ hinted: isHinted(), state: state() }).toEqual({ hinted: true, state: { sequence: 'hinted' } })
    press('o')
    expect({ fired, state: state() }).toEqual({ fired: ['go.orders'], state: 'idle' })
  })

  test('lists the possible keys after the second one, and waits again', () => {
    press('g')
    clock.increment(5_000)
    press('r')
    expect(state()).toEqual({ sequence: 'quiet' })
    clock.increment(5_000)
    expect(isHinted()).toBe(true)
    press('w')
    expect(fired).toEqual(['go.weekly'])
  })

  test.each(['j', 'g', 'z', 'Escape'])('%s closes the list of what may follow and fires nothing', (key) => {
    press('g')
    clock.increment(400)
    press(key)
    expect({ fired, state: state(), pending: pending() }).toEqual({ fired: [], state: 'idle', pending: [] })
    press('j')
    expect(fired).toEqual(['list.down'])
  })

  test('a key that was pressed before the list was due runs, however late it is handled', () => {
    press('g')
    const at = clock.now() + 399
    clock.increment(2_000)
    expect(isHinted()).toBe(true)
    press('j', { at })
    expect({ fired, state: state() }).toEqual({ fired: ['list.down'], state: 'idle' })
  })

  test('a key that was pressed once the list was due runs nothing, where its timer has not fired yet', () => {
    press('g')
    press('j', { at: clock.now() + 400 })
    expect({ fired, state: state() }).toEqual({ fired: [], state: 'idle' })
  })

  test('a key held too long leaves the list of what may follow open', () => {
    press('g')
    clock.increment(400)
    press('g', { repeat: true })
    expect(isHinted()).toBe(true)
  })

  test('restarts both delays at every step', () => {
    press('g')
    clock.increment(1_100)
    press('r')
    clock.increment(1_100)
    press('w')
    expect(fired).toEqual(['go.weekly'])
  })

  test('Escape cancels and fires nothing', () => {
    press('g')
    press('Escape')
    expect({ fired, state: state() }).toEqual({ fired: [], state: 'idle' })
  })

  test('a key that does not continue the sequence counts as a fresh one', () => {
    press('g')
    press('j')
    press('g')
    press('g')
    press('p')
    expect(fired).toEqual(['list.down', 'go.products'])
  })

  test('a key held too long neither cancels the sequence nor completes it', () => {
    press('g')
    press('g', { repeat: true })
    press('o')
    press('g')
    press('o', { repeat: true })
    expect(fired).toEqual(['go.orders'])
  })

  test('typing that begins in the middle takes the sequence away', () => {
    press('g')
    press('o', { flags: ['list', 'typing'] })
    expect({ fired, state: state() }).toEqual({ fired: [], state: 'idle' })
  })

  test('takes other bindings at once', () => {
    press('g')
    actor.send({ type: 'bindings.replaced', bindings: [{ keys: 'o', command: 'record.open' }] })
    press('j')
    press('o')
    expect(fired).toEqual(['record.open'])
  })
})

describe('sequences whose continuations are not shown', () => {
  beforeEach(() => {
    actor = createActor(keysMachine, {
      clock,
      input: { bindings, timing: { hint: null, timeout: 1_200, grace: 300 } },
    })
    actor.on('command', ({ command }) => fired.push(command))
    actor.start()
  })

  test('expire after 1,200 ms without a hint', () => {
    press('g')
    clock.increment(1_199)
    expect({ hinted: isHinted(), state: state() }).toEqual({ hinted: false, state: { sequence: 'quiet' } })
    clock.increment(1)
    expect({ state: state(), pending: pending() }).toEqual({ state: 'expired', pending: [] })
  })

  test('swallow the key that comes within 300 ms of their end, and only that one', () => {
    press('g')
    clock.increment(1_200)
    clock.increment(299)
    press('o')
    expect({ fired, state: state() }).toEqual({ fired: [], state: 'idle' })
    press('o')
    expect(fired).toEqual(['list.sort'])
  })

  test('take a key that was pressed in time, however late its event and the timer are handled', () => {
    press('g')
    const at = clock.now() + 1_100
    clock.increment(5_000)
    press('o', { at })
    expect({ fired, state: state() }).toEqual({ fired: ['go.orders'], state: 'idle' })
  })

  test('run a key on its own that was pressed after the 300 ms, where the timer has not fired yet', () => {
    press('g')
    press('o', { at: clock.now() + 1_500 })
    expect({ fired, state: state() }).toEqual({ fired: ['list.sort'], state: 'idle' })
  })

  test('swallow a key that was pressed within the 300 ms, whenever the timer fires', () => {
    press('g')
    press('o', { at: clock.now() + 1_300 })
    press('g')
    const at = clock.now() + 1_300
    clock.increment(60_000)
    press('o', { at })
    expect({ fired, state: state() }).toEqual({ fired: [], state: 'idle' })
  })

  test('leave the key alone that comes later', () => {
    press('g')
    clock.increment(1_200)
    clock.increment(300)
    press('o')
    expect(fired).toEqual(['list.sort'])
  })

  test('swallow it also where the bindings are replaced in between', () => {
    press('g')
    clock.increment(1_200)
    actor.send({ type: 'bindings.replaced', bindings: [{ keys: 'o', command: 'record.open' }] })
    press('o')
    press('o')
    expect(fired).toEqual(['record.open'])
  })
})

test('one physical key with several meanings fires the first that is bound', () => {
  actor.send({ type: 'key.pressed', press: { keys: ['ю', 'j'], flags: ['list'], repeat: false, at: 0 } })
  expect(fired).toEqual(['list.down'])
})

test('the context survives a round trip through JSON in the middle of a sequence', () => {
  press('g')
  const stored = JSON.parse(JSON.stringify(actor.getPersistedSnapshot()))
  const later = createActor(keysMachine, { clock, input: { bindings }, snapshot: stored })
  later.on('command', ({ command }) => fired.push(command))
  later.start()
  later.send(pressed('o'))
  expect(fired).toEqual(['go.orders'])
})

test('every path through two sequences leads back to idle with no state left', () => {
  const keys = ['j', 'g', 'r', 'w', 'o', 'Escape', 'Delete', 'z']
  const events: KeysEvent[] = [...keys.map((key) => pressed(key)), { type: 'sequence.dropped' }]
  const paths = getShortestPaths(keysMachine, {
    input: { bindings },
    events,
    serializeState: ({ value, context }) => JSON.stringify([value, context.pending]),
  })
  const reached = paths.map(({ state }) => [state.value, state.context.pending])
  expect(reached).toEqual([
    ['idle', []],
    [{ sequence: 'quiet' }, ['g']],
    [{ sequence: 'quiet' }, ['g', 'r']],
  ])

  for (const { steps } of paths) {
    const walker = startKeys().start()
    for (const { event } of steps) walker.send(event)
    walker.send(pressed('Escape'))
    expect([walker.getSnapshot().value, walker.getSnapshot().context.pending]).toEqual(['idle', []])
  }
})

function press(key: string, extras: Partial<KeyPress> = {}) {
  actor.send(pressed(key, extras))
}

function pressed(key: string, extras: Partial<KeyPress> = {}): KeysEvent {
  return {
    type: 'key.pressed',
    press: { keys: [key], flags: ['list'], repeat: false, at: clock.now(), ...extras },
  }
}

function isHinted() {
  return actor.getSnapshot().hasTag('which-key')
}

function pending() {
  return actor.getSnapshot().context.pending
}

function state() {
  return actor.getSnapshot().value
}
