import { accepted } from '../core/errors.ts'
import { refuseRest } from '../crud/choose-records.ts'
import { defineBulk } from '../jobs/define-bulk.ts'
import { describe } from '../openapi/describe.ts'
import { deliveryList } from '../queries/webhooks.ts'
import { replayDeliveries } from '../services/webhooks/replay-deliveries.ts'
import type { Act } from './record-routes.ts'
import { serve } from './serve.ts'

const replayAct: Act = {
  path: 'replay',
  many: {
    described: describe.bulk(
      'deliveries',
      {},
      {
        id: 'replayDeliveries',
        summary: 'Send deliveries again',
        detail:
          'From the first attempt on, with the same `webhook-id`. Refused are those that still wait, and those of a webhook that is off.',
        bodyTitle: 'DeliveryReplay',
        verbs: ['webhook-delivery.replay'],
        refuses: [],
      },
    ),
    bulk: defineBulk({
      work: 'deliveries.replay',
      source: deliveryList.source,
      verb: 'webhook-delivery.replay',
      read: (rest) => accepted(refuseRest(rest)),
      change: (tx, actor, target, _, options) => replayDeliveries(tx, actor, target, options),
    }),
  },
}

/** Deliveries are made by changes only. */
export const deliveryResource = serve(deliveryList, {
  acts: [replayAct],
  // What was sent stays sent.
  revert: async () => ({ changed: [], refused: [] }),
})
