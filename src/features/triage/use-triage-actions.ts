import { useEffect, useMemo, useRef } from 'react'
import { countries } from '../../../domain/core/countries.ts'
import { callbackAt, callbackTimes } from '../../../domain/triage/callback-times.ts'
import { readCallbackTime } from '../../../domain/triage/read-callback-time.ts'
import { faceOf, undoable } from '../../../machines/triage/triage-rules.ts'
import type { Decision } from '../../../machines/triage/triage-types.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { ChangeRequest, CommandPorts, Question } from '../../commands/command-ports.ts'
import { callLink } from '../../ui/format/phone.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { type TriageActions, type TriageQuestion, triageActions } from './triage-commands.ts'
import type { TriageActor } from './use-triage.ts'

/** Registers actions for commands, and converts changes of the current order from elsewhere into outcomes. */
export const useTriageActions = (
  actor: TriageActor,
  query: string,
  onAsk: (question: TriageQuestion) => void,
  /** The unsaved comment, which is sent with the outcome after confirmation. */
  unsavedComment: (order: string) => string | null,
): TriageActions => {
  const { view, ports } = useWorkspace()
  const ask = useRef(onAsk)
  ask.current = onAsk
  const comment = useRef(unsavedComment)
  comment.current = unsavedComment
  const actions = useMemo(
    () =>
      createActions(actor, query, {
        ask: (question) => ask.current(question),
        unsavedComment: (order) => comment.current(order),
        confirm: ports.confirm,
      }),
    [actor, query, ports],
  )
  useEffect(() => triageActions.show(actions), [actions])
  useEffect(
    () =>
      view.show({
        resource: 'orders',
        list: null,
        active: actions.order,
        peek: () => null,
        selection: async () => null,
        change: (request) => {
          const decision = decisionOf(request, actions.order()?.id)
          if (decision !== null) actions.decide(decision)
          return decision !== null
        },
      }),
    [view, actions],
  )
  return actions
}

const createActions = (
  actor: TriageActor,
  query: string,
  {
    ask,
    unsavedComment,
    confirm,
  }: {
    ask: (question: TriageQuestion) => void
    unsavedComment: (order: string) => string | null
    confirm: CommandPorts['confirm']
  },
): TriageActions => {
  const now = () => actor.getSnapshot().context
  const order: TriageActions['order'] = () =>
    faceOf(actor.getSnapshot().matches('paused'), now()) === 'calling' ? (now().hand[0] ?? null) : null
  const withOrder = (send: (order: string) => void | Promise<void>) => {
    const seen = order()
    if (seen !== null) void send(seen.id)
  }
  const decide: TriageActions['decide'] = (decision) =>
    withOrder(async (seen) => {
      const comment = unsavedComment(seen)
      const whole = comment === null ? decision : { comment, ...decision }
      if (comment !== null && !(await confirm(sendsComment(whole.comment ?? comment)))) return
      actor.send({
        type: 'order.decide',
        id: newIdempotencyKey(),
        order: seen,
        decision: whole,
        at: Date.now(),
      })
    })
  const timeZone = () => {
    const seen = order()
    return seen && countries[seen.country].timeZone
  }
  return {
    query,
    order,
    whyNotDecide: () => {
      const seen = order()?.id
      const isUndoing = now().handled.some((one) => one.state === 'undoing' && one.order.id === seen)
      return isUndoing ? 'IDEMPOTENCY_IN_FLIGHT' : null
    },
    decide,
    callbackTimes: () => {
      const zone = timeZone()
      return zone && callbackTimes(new Date(), zone).flatMap(({ id, at }) => (at === null ? [] : [id]))
    },
    callBack: (time) => {
      const zone = timeZone()
      const now = new Date()
      const at = zone && (callbackAt(time, now, zone) ?? readCallbackTime(time, now, zone))
      if (!at) return false
      decide({ status: 'NOT_REACHABLE', callbackAt: at.toISOString() })
      return true
    },
    skip: () =>
      withOrder((seen) =>
        actor.send({ type: 'order.skip', id: newIdempotencyKey(), order: seen, at: Date.now() }),
      ),
    ask,
    call: () =>
      withOrder(() => {
        const dial = callLink(order()?.customerPhone ?? '')
        if (dial !== null) location.assign(dial)
      }),
    lastOutcomeAt: () => undoable(now().handled)[0]?.at ?? null,
    openedAt: Date.now(),
    undo: () => actor.send({ type: 'order.undo' }),
    pause: () => actor.send({ type: 'triage.pause' }),
    resume: () => {
      actor.send({ type: 'triage.resume' })
      actor.send({ type: 'triage.retry' })
    },
    hasPassed: () => now().passed.length > 0,
    again: () => actor.send({ type: 'triage.again' }),
  }
}

/** Asks before an unsaved comment is sent along; if declined, nothing is recorded and the text stays. */
const sendsComment = (comment: string): Question => ({
  titleKey: 'triage:withComment.title',
  yesKey: 'triage:withComment.yes',
  detailKey: 'triage:withComment.detail',
  values: { comment },
})

const statuses: readonly unknown[] = [
  'CONFIRMED',
  'CANCELLED',
  'NOT_REACHABLE',
] satisfies Decision['status'][]

/** The outcome that a change of the current order amounts to; null for other changes. */
const decisionOf = (
  { kind, resource, target, body }: ChangeRequest,
  order: string | undefined,
): Decision | null => {
  const isMeant =
    resource === 'orders' && 'ids' in target && target.ids.length === 1 && target.ids[0] === order
  return kind === 'status' && isMeant && statuses.includes(body.status) ? (body as Decision) : null
}
