import { fromPromise } from 'xstate'
import type { Claim } from '../../domain/triage/claim.ts'
import type { ClaimRequest } from '../../machines/triage/triage-types.ts'
import { triageMachine } from '../../machines/triage-machine.ts'
import type { Api } from '../api/create-api.ts'

/** Triage over the api. */
export const bindTriage = (api: Pick<Api, 'triage'>): typeof triageMachine =>
  triageMachine.provide({
    actors: {
      claim: fromPromise<Claim, ClaimRequest>(({ input, signal }) => api.triage.claim(input, { signal })),
    },
  })
