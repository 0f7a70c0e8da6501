import { whyNot } from '../../../domain/access/why-not.ts'
import { answerMoveFields } from '../../../domain/lib/answer-status.ts'
import { requestVerb, whyNotMoveRequest } from '../../../domain/requests/policy.ts'
import { type PurchaseRequest, requests as requestDefinition } from '../../../domain/requests/request.ts'
import { nextAnswerOf } from '../../crud/read-records.ts'
import { type HeldOf, type Move, type MovedKind, verbsOf } from '../../crud/resource-definition.ts'
import { requests } from '../../db/schema/goods.ts'
import { commentBulk, deleteBulk, moveBulk } from '../../jobs/define-bulk.ts'
import { readRequests, requestSource } from '../../queries/requests.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'

type HeldRequest = HeldOf<typeof requests>

const move: Move<HeldRequest, null> = {
  reach: 'request.mark',
  fields: answerMoveFields,
  next: nextAnswerOf,
  verb: (request, next) => requestVerb(request.status, next.status),
  whyNot: (actor, request, next) => whyNotMoveRequest(actor, request, next.status),
}

/** Nothing hangs on a request: an answered one may be edited and deleted like any other. */
export const requestKind: MovedKind<PurchaseRequest, HeldRequest, null> = {
  source: requestSource,
  table: requests,
  read: readRequests,
  makeFindable: async (tx, ids) => writeSearchEntries(tx, 'requests', await readRequests(tx, ids)),
  verbs: verbsOf('request'),
  fields: requestDefinition.fields,
  updateFields: requestDefinition.updateFields,
  initial: { status: 'PENDING' },
  findFacts: async () => null,
  whyNot: {
    create: () => null,
    update: (actor, request) => whyNot(actor, 'request.update', request),
    delete: (actor, request) => whyNot(actor, 'request.delete', request),
    revert: () => null,
  },
  move,
}

export const requestBulks = {
  delete: deleteBulk(requestKind),
  status: moveBulk(requestKind),
  comment: commentBulk(requestKind, 'requests'),
}
