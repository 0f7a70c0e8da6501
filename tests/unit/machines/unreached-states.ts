import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

type Event = { type: string; [key: string]: unknown }

/** An error as a call fails with it. */
export const problem = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

/** The events of an invoked actor that answered, and of one that failed. */
export const done = (id: string, output: unknown): Event => ({
  type: `xstate.done.actor.${id}`,
  output,
  actorId: id,
})
export const failed = (id: string, code = 'OFFLINE'): Event => ({
  type: `xstate.error.actor.${id}`,
  error: problem(code),
  actorId: id,
})

/**
 * States that no sequence of these events reaches. Events of invoked actors are given by type (`xstate.done.actor.<id>`).
 * Ignores transient states.
 */
export function unreachedStates(
  machine: AnyStateMachine,
  events: readonly Event[],
  options: { input?: unknown; inputs?: readonly unknown[]; serialize?: (context: unknown) => unknown } = {},
): string[] {
  const reached = new Set<string>()
  for (const input of options.inputs ?? [options.input]) {
    const paths = getShortestPaths(machine, {
      input,
      events: events as never,
      serializeState: (snapshot) =>
        JSON.stringify([snapshot.value, options.serialize?.(snapshot.context) ?? null]),
    } as Parameters<typeof getShortestPaths>[1])
    for (const { state } of paths) {
      for (const path of pathsOf((state as unknown as { value: StateValue }).value)) reached.add(path)
    }
  }
  return resting(machine.root).filter((path) => !reached.has(path))
}

function pathsOf(value: StateValue, parent = ''): string[] {
  if (typeof value === 'string') return [`${parent}${value}`]
  return Object.entries(value).flatMap(([key, inner]) => [
    `${parent}${key}`,
    ...(inner === undefined ? [] : pathsOf(inner, `${parent}${key}.`)),
  ])
}

function resting(node: AnyStateNode): string[] {
  return Object.values(node.states).flatMap((child: AnyStateNode) => [
    ...(isTransient(child) ? [] : [child.path.join('.')]),
    ...resting(child),
  ])
}

const isTransient = (node: AnyStateNode): boolean =>
  (node.always ?? []).some((transition) => transition.guard === undefined)
