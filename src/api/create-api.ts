import { type ClientOptions, createClient, createOwnBatches, type OwnBatches } from './client.ts'
import {
  accountEndpoints,
  preferencesEndpoints,
  profileEndpoints,
  sessionEndpoints,
} from './endpoints/account.ts'
import { callerEndpoints, callPolicyEndpoints } from './endpoints/calls.ts'
import { fileEndpoints, imageEndpoints, importEndpoints } from './endpoints/files.ts'
import {
  affiliateEndpoints,
  manifestEndpoints,
  orderEndpoints,
  productEndpoints,
  shippingEndpoints,
} from './endpoints/fulfillment.ts'
import { statusEndpoints } from './endpoints/installation.ts'
import {
  advertisingEndpoints,
  handoverEndpoints,
  invoiceEndpoints,
  payoutEndpoints,
  tariffEndpoints,
} from './endpoints/money.ts'
import { customerEndpoints, userEndpoints } from './endpoints/people.ts'
import {
  deliveryEndpoints,
  intakeEndpoints,
  sourceEndpoints,
  webhookEndpoints,
} from './endpoints/programs.ts'
import {
  changeEndpoints,
  messageEndpoints,
  recordEndpoints,
  revokeEndpoints,
  viewEndpoints,
} from './endpoints/records.ts'
import { openLiveEvents } from './live-events.ts'
import { analyticsEndpoints, createLongWork, jobEndpoints, triageEndpoints } from './long-work.ts'
import { withProof } from './with-proof.ts'

/** `onProofNeeded`: asks the user who they are; without it such calls stay refused. */
export type ApiOptions = ClientOptions & { onProofNeeded?: () => Promise<boolean> }

/**
 * All calls of the server. Writes use the given `idempotencyKey`, or a new one. Failures are `ApiProblem`s; aborted calls
 * reject with their signal's reason.
 */
export function createApi({ onProofNeeded, ...options }: ApiOptions) {
  const ownBatches = createOwnBatches()
  const plain = createClient({ ...options, ownBatches })
  const client = onProofNeeded === undefined ? plain : withProof(plain, onProofNeeded)
  const longWork = createLongWork(client)
  return {
    sessions: sessionEndpoints(client),
    accounts: accountEndpoints(client),
    profile: profileEndpoints(client),
    preferences: preferencesEndpoints(client),
    changes: changeEndpoints(client),
    ...recordEndpoints(client, longWork),
    ...revokeEndpoints(longWork),
    ...fileEndpoints(client, longWork),
    images: imageEndpoints(client),
    users: userEndpoints(client),
    analytics: analyticsEndpoints(client),
    customers: customerEndpoints(client),
    affiliates: affiliateEndpoints(client),
    callPolicies: callPolicyEndpoints(client),
    callers: callerEndpoints(client, longWork),
    status: statusEndpoints(client),
    orders: orderEndpoints(client),
    messages: messageEndpoints(longWork),
    products: productEndpoints(client),
    shippings: shippingEndpoints(client, longWork),
    invoices: invoiceEndpoints(client, longWork),
    manifests: manifestEndpoints(client, longWork),
    handovers: handoverEndpoints(client),
    payouts: payoutEndpoints(client),
    intake: intakeEndpoints(client, longWork),
    sources: sourceEndpoints(client),
    advertising: advertisingEndpoints(client),
    tariffs: tariffEndpoints(client),
    webhooks: webhookEndpoints(client),
    deliveries: deliveryEndpoints(longWork),
    triage: triageEndpoints(client),
    views: viewEndpoints(client),
    imports: importEndpoints(client),
    jobs: jobEndpoints(client),
    longWork,
    ownBatches: ownBatches as Pick<OwnBatches, 'isOwn'>,
    /** Calls `onEvent` for every change visible to the actor, until aborted. */
    events: (listener: Parameters<typeof openLiveEvents>[1]) => openLiveEvents(client, listener),
  }
}

export type Api = ReturnType<typeof createApi>
