import { whyNotMoveRequest } from '../../domain/requests/policy.ts'
import { requests } from '../../domain/requests/request.ts'
import { defineKind } from '../crud/define-kind.ts'
import { recordList } from '../crud/record-list.ts'
import { requests as table } from '../db/schema/goods.ts'
import { answerMove } from './answer-move.ts'
import { serveKind } from './serve-kind.ts'

const list = recordList(requests, table, {})

/** Answered requests can be edited and deleted: nothing refers to them. */
export const requestKind = defineKind(requests, list, {
  initial: { status: 'PENDING' },
  move: answerMove('request', (actor, request, status) => whyNotMoveRequest(actor, request, status)),
})

export const requestResource = serveKind(list, requestKind, {
  moves: ['confirm', 'unconfirm', 'mark'],
  refuses: { move: ['ALREADY_THERE'] },
})
