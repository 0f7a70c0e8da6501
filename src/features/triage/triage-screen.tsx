import { useSelector } from '@xstate/react'
import { useAtom } from '@xstate/store-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router-dom'
import { beginComment } from '../../../domain/comments/comment.ts'
import { isId } from '../../../domain/lib/field.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { isOpenOrder } from '../../../domain/orders/merge-orders.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { faceOf, undoable } from '../../../machines/triage/triage-rules.ts'
import type { Handled, TriageContext } from '../../../machines/triage/triage-types.ts'
import type { ChangeRequest } from '../../commands/command-ports.ts'
import { discardTyping } from '../../keyboard/key-buffer.tsx'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { isWideScreen } from '../../stores/browser.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Announcer, Banner, OfflineBanner, useAnnounce } from '../../ui/feedback/status.tsx'
import { toneClasses } from '../../ui/feedback/tone.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { bottomBar, toastColumn } from '../../ui/overlay/bottom-inset.ts'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { CommandButton } from '../records/command-button.tsx'
import { useListQuery } from '../records/use-list-query.ts'
import { ActionBar, OutcomeQuestion } from './action-bar.tsx'
import { CommentPanel, HistoryList, outcomeOf, outcomeStyles } from './order-notes.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { QueueState, SessionFigures } from './queue-state.tsx'
import type { TriageQuestion } from './triage-commands.ts'
import { type OrderFacts, useOrderFacts } from './use-order-facts.ts'
import { useTriage } from './use-triage.ts'
import { useTriageActions } from './use-triage-actions.ts'

/** The last outcome with Undo, in a fixed line instead of toasts. */
export const LastOutcome = ({ handled, onUndo }: { handled: Handled | null; onUndo: () => void }) => {
  const { t } = useTranslation(['triage', 'commands'])
  const keys = useCommandKeys()('triage.undo')
  const outcome = handled && outcomeOf(handled.decision)
  return (
    <div
      className={cx(
        'flex min-h-8 max-w-full min-w-0 items-center gap-x-2',
        // Phones have no room for an empty line.
        handled === null && 'max-sm:min-h-0',
      )}
    >
      <p role="status" className="flex min-w-0 items-center gap-2 text-ink-muted">
        {handled && outcome && (
          <>
            <Icon
              name={outcomeStyles[outcome].icon}
              className={toneClasses[outcomeStyles[outcome].tone].text}
            />
            {/* Truncated at its own end, left for Arabic names. */}
            <span className="flex min-w-0">
              <span className="shrink-0 whitespace-pre">
                {t('triage:last', {
                  number: handled.order.number,
                  name: '',
                  outcome: t(`triage:outcome.${outcome}`),
                })}
              </span>
              <bdi className="min-w-0 truncate">{handled.order.customerName}</bdi>
            </span>
          </>
        )}
      </p>
      {handled && (
        // The outcome that is named, also where `u` undoes a later change of another kind.
        <Button icon="undo" keys={keys} size="sm" variant="ghost" onClick={onUndo}>
          {t('commands:triage.undo.label')}
        </Button>
      )}
    </div>
  )
}

/** Changes of the order by others, and connection problems. */
export const TriageBanners = ({ context, onRetry }: { context: TriageContext; onRetry: () => void }) => {
  const { t } = useTranslation(['triage', 'errors'])
  const { notice, failure, hand, handled } = context
  const waiting = handled.filter(({ state }) => state === 'sending').length
  const retry = { label: t('triage:retry'), onPress: onRetry }
  return (
    <>
      {notice !== null && (
        <Banner tone={notice.kind === 'changed' ? 'info' : 'warning'}>
          {t(`triage:notice.${notice.kind}`, { number: notice.number, name: notice.name, by: notice.by })}
        </Banner>
      )}
      {failure !== null && hand.length > 0 && failure.code === 'OFFLINE' && (
        <OfflineBanner action={retry}>{t('triage:offline.goesOn', { count: waiting })}</OfflineBanner>
      )}
      {failure !== null && hand.length > 0 && failure.code !== 'OFFLINE' && (
        <Banner tone="warning" action={retry}>
          {t(`errors:${failure.code}`)}
        </Banner>
      )}
    </>
  )
}

/** The order, its outcomes, and the handled ones beside. */
type TriageBoardProps = {
  query: string
  where: Where
  /** An order of one's own to begin with. */
  first?: string | null
}

export const TriageBoard = ({ query, where, first = null }: TriageBoardProps) => {
  const { t } = useTranslation(['triage', 'commands'])
  const { view, runWith, ports } = useWorkspace()
  const { pathname, search } = useLocation()
  const actor = useTriage(where, first)
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isPaused = useSelector(actor, (snapshot) => snapshot.matches('paused'))
  const [question, setQuestion] = useState<{
    of: string
    asks: Exclude<TriageQuestion, 'comment'>
  } | null>(null)
  const { hand, handled } = context
  const face = faceOf(isPaused, context)
  const order = face === 'calling' ? (hand[0] ?? null) : null
  const facts = useOrderFacts(hand)
  const [draft, setDraft] = useState<CommentDraft | null>(null)
  const [lost, setLost] = useState<CommentDraft | null>(null)
  const comment = draft !== null && draft.of === order?.id ? draft : null
  const actions = useTriageActions(
    actor,
    query,
    (asks) => {
      if (order === null) return
      // At once, so that a key typed next is text of the panel.
      flushSync(() => {
        if (asks === 'comment')
          setDraft({
            ...{ of: order.id, number: order.number, name: order.customerName, saved: order.comment },
            text: comment?.text ?? beginComment(order.comment),
            isOpen: true,
          })
        else setQuestion({ of: order.id, asks })
      })
    },
    (id) => (draft?.of === id && draft.isOpen ? unsavedText(draft.text, order?.comment) : null),
  )
  const asks = question !== null && question.of === order?.id ? question.asks : null
  // Somebody else took or changed the order: text begun for it must not reach the next one as keys.
  const isQuestionGone = question !== null && asks === null
  const isCommentGone = draft?.isOpen === true && comment === null
  useLayoutEffect(() => {
    if (isQuestionGone || isCommentGone) discardTyping()
    if (isQuestionGone) setQuestion(null)
    if (!isCommentGone || draft === null) return
    // Not one's own decision, which the text went along with: it is kept in view.
    const isOwn = handled.some((one) => one.order.id === draft.of)
    if (!isOwn && unsavedText(draft.text, draft.saved) !== null) setLost(draft)
    setDraft(null)
  }, [isQuestionGone, isCommentGone, draft, handled])
  const board = useRef<HTMLDivElement>(null)
  // Keys and Tab begin here, not at the page.
  useEffect(() => board.current?.focus({ preventScroll: true }), [])
  const isAsking = asks !== null || comment?.isOpen === true
  // A panel that closes takes its focused field along.
  useEffect(() => {
    if (!isAsking && document.activeElement === document.body) board.current?.focus({ preventScroll: true })
  }, [isAsking])
  const isWide = useAtom(isWideScreen)
  const commentPanel = comment?.isOpen && (
    <CommentPanel
      text={comment.text}
      onChange={(text) => setDraft({ ...comment, text })}
      onSave={() => {
        // If saving fails, the text is there when reopened.
        setDraft({ ...comment, isOpen: false })
        const text = comment.text.trim()
        if (text !== (order?.comment ?? '').trim()) runWith('order.comment', { comment: text })
      }}
      onClose={() => setDraft(null)}
    />
  )

  // Beside the order where there is room, so that all of it stays in view.
  const questionPanel = order !== null && asks !== null && (
    <OutcomeQuestion
      order={order}
      comment={comment?.isOpen ? comment.text : order.comment}
      asks={asks}
      onDecide={(decision) => {
        setQuestion(null)
        actions.decide(decision)
      }}
      onClose={() => setQuestion(null)}
    />
  )
  const isDockTaken = !isWide && (questionPanel || commentPanel)

  useKeyContext('page:triage')
  useKeyContext('turn:order', face === 'calling')
  useKeyContext('turn:none', face === 'empty')
  useKeyContext('turn:stopped', face === 'paused' || face === 'offline' || face === 'failed')
  // Editing the order returns to this URL.
  useEffect(() => view.keepAddress('orders', pathname + search), [view, pathname, search])
  const announce = useAnnounce()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each order is said once, when it comes.
  useEffect(() => {
    if (order === null) return
    const { number, customerName: name, customerPhone } = order
    announce(t('triage:announced', { number, name, phone: formatPhone(customerPhone) }))
  }, [order?.id])

  return (
    <Page
      width="fill"
      title={t('commands:go.triage.place')}
      actions={face === 'calling' && <CommandButton command="triage.pause" variant="ghost" />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a control inside, only the scroll area itself can be scrolled by key. */}
      <div ref={board} className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none" tabIndex={0}>
        <TriageBanners context={context} onRetry={actions.resume} />
        {lost !== null && (
          <Banner
            tone="warning"
            action={{
              label: t('triage:unsaved.save'),
              onPress: () => {
                setLost(null)
                void ports.change(commentOn(lost))
              },
            }}
            onDismiss={() => setLost(null)}
          >
            {t('triage:unsaved.text', { number: lost.number, text: lost.text.trim() })}
          </Banner>
        )}
        <div className="grid flex-1 grid-cols-1 gap-4 px-4 pb-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:px-6 lg:pb-0">
          <div className="flex min-w-0 flex-col gap-2 lg:gap-4">
            {order === null ? (
              <QueueState face={face} context={context} />
            ) : (
              <OrderSheet key={order.id} order={order} facts={facts} trouble={context.troubles[order.id]} />
            )}
            {/* Fixed position, however long the order is; content scrolls below. */}
            <div
              ref={bottomBar}
              className="sticky bottom-0 -mx-4 mt-auto [@media(height<=20rem)]:static flex flex-col gap-1.5 border-t border-line bg-canvas px-4 py-2 lg:mx-0 lg:border-0 lg:px-0 lg:pt-1 lg:pb-4 lg:shadow-[0_-8px_8px_var(--canvas)]"
            >
              <div
                className={cx(
                  'flex flex-wrap items-center justify-between gap-x-4 gap-y-1',
                  isDockTaken && 'hidden',
                )}
              >
                <LastOutcome handled={undoable(handled)[0] ?? null} onUndo={actions.undo} />
                {order !== null && <CallTools isMergeable={hasOther(order, facts)} />}
              </div>
              {!isWide && commentPanel}
              {face === 'opening' && <DockRoom />}
              {!isWide && questionPanel}
              {order !== null && (isWide || !questionPanel) && (
                <ActionBar isUndoing={actions.whyNotDecide() !== null} />
              )}
            </div>
          </div>
          <aside ref={toastColumn} aria-label={t('triage:sitting')} className="flex min-w-0 flex-col gap-4">
            {isWide && questionPanel}
            {isWide && commentPanel}
            <SessionFigures context={context} />
            <HistoryList handled={handled} onUndo={(id) => actor.send({ type: 'order.undo', id })} />
          </aside>
        </div>
      </div>
    </Page>
  )
}

/** An emptied field is no comment to send along. */
const unsavedText = (text: string, saved: string | null | undefined): string | null => {
  const typed = text.trim()
  return typed === '' || typed === (saved ?? '').trim() ? null : typed
}

/** `isOpen`: being edited. A sent text is kept until its order is done. `saved`: the comment when it was begun. */
type CommentDraft = {
  of: string
  number: number
  name: string
  saved: string | null
  text: string
  isOpen: boolean
}

/** The comment of an order that somebody has taken meanwhile. */
const commentOn = ({ of, number, name, text }: CommentDraft): ChangeRequest => ({
  kind: 'comment',
  verb: 'order.comment',
  effect: 'order.comment',
  subject: { number, name },
  resource: 'orders',
  target: { ids: [of] },
  count: 1,
  body: { comment: text.trim() },
  confirmation: 'never',
})

/** Reserves the height of the outcomes. */
const DockRoom = () => (
  <div
    aria-hidden="true"
    className="h-29.5 lg:rounded-lg lg:border lg:border-line lg:bg-surface 2xl:h-17.5"
  />
)

/** Whether another order of the customer waits for a call. */
const hasOther = (order: Order, facts: OrderFacts | 'failed' | null): boolean =>
  facts !== null &&
  facts !== 'failed' &&
  facts.customer.latest.some((other) => other.id !== order.id && isOpenOrder(other))

/** Actions without an outcome. */
const CallTools = ({ isMergeable }: { isMergeable: boolean }) => {
  const { t } = useTranslation('triage')
  return (
    // One line, on phones another where orders may be merged: more would cover the order.
    <div className="grid w-full grid-cols-4 gap-1 sm:flex sm:w-auto sm:max-w-full sm:flex-wrap max-2xl:squat:[&_svg]:hidden">
      {isMergeable && (
        <CommandButton
          command="order.merge"
          short={t('tools.merge')}
          variant="ghost"
          size="sm"
          className="max-sm:col-span-4"
        />
      )}
      {callTools.map((command) => (
        <CommandButton key={command} command={command} variant="ghost" size="sm" className={toolShape} />
      ))}
      <CommandButton
        command="order.message"
        short={t('tools.message')}
        variant="ghost"
        size="sm"
        className={toolShape}
      />
    </div>
  )
}

const callTools = ['triage.comment', 'triage.edit', 'triage.skip']

/** On phones the icon above the label, which wraps: four fit in every language. */
const toolShape =
  'max-sm:h-auto max-sm:min-w-0 max-sm:flex-col max-sm:justify-start max-sm:gap-0.5 max-sm:px-0.5 max-sm:py-1 max-sm:text-2xs ' +
  'max-sm:leading-3.5 max-sm:[&_.truncate]:max-w-full max-sm:[&_.truncate]:line-clamp-2 max-sm:[&_.truncate]:whitespace-normal ' +
  'max-sm:[&_.truncate]:hyphens-auto max-sm:[&_.truncate]:wrap-anywhere'

/** Calling orders of a filter one after the other. Remounted for another filter or country. */
const TriageScreen = () => {
  const { country } = useWorkspace()
  const { query, where } = useListQuery('orders', country)
  const [link] = useSearchParams()
  const named = link.get('order')
  const first = isId(named) ? named : null
  return (
    <Announcer>
      <TriageBoard key={`${country} ${query} ${first}`} query={query} where={where} first={first} />
    </Announcer>
  )
}

export default withQueries(TriageScreen)
