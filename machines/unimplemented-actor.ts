import { fromPromise } from 'xstate'

/** A typed placeholder: the real actor comes with `machine.provide`, and a machine without it says so. */
export const unimplementedActor = <Output, Input>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`the actor ${name} must be provided`)))
