import { fromPromise } from 'xstate'

/** A typed placeholder for `machine.provide`; throws if it was not replaced. */
export const unimplementedActor = <Output, Input>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`the actor ${name} must be provided`)))

/** The same for an action. */
export const unimplementedAction =
  <Params>(name: string) =>
  (_: unknown, _params: Params): void => {
    throw new Error(`the action ${name} must be provided`)
  }
