import { useSelector } from '@xstate/react'
import { useAtom } from '@xstate/store-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { Where } from '../../../domain/lib/filter.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { faceOf, undoable } from '../../../machines/triage/triage-rules.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { isWideScreen } from '../../stores/browser.ts'
import { cx } from '../../ui/cx.ts'
import { useAnnounce } from '../../ui/feedback/status.tsx'
import { bottomBar } from '../../ui/overlay/bottom-inset.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { CommentPanel } from './comment-panel.tsx'
import { HandledList } from './handled-list.tsx'
import { LastOutcome } from './last-outcome.tsx'
import { OrderDock } from './order-dock.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { SittingFigures } from './sitting-figures.tsx'
import { Standing } from './standing.tsx'
import { TriageBanners } from './triage-banners.tsx'
import type { TriageQuestion } from './triage-desk.ts'
import { useOrderFacts } from './use-order-facts.ts'
import { useTriage } from './use-triage.ts'
import { useTriageDesk } from './use-triage-desk.ts'

/** One order, large; what can come of the call under it; beside it what has been done. */
export const TriageBoard = ({ query, where }: { query: string; where: Where }) => {
  const { t } = useTranslation(['triage', 'commands'])
  const { view, runWith } = useWorkspace()
  const { pathname, search } = useLocation()
  const actor = useTriage(where)
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
  const comment = draft !== null && draft.of === order?.id ? draft : null
  const desk = useTriageDesk(
    actor,
    query,
    (asks) => {
      if (order === null) return
      if (asks === 'comment')
        setDraft({ of: order.id, text: comment?.text ?? order.comment ?? '', isOpen: true })
      else setQuestion({ of: order.id, asks })
    },
    (id) => (draft?.of === id && draft.isOpen && isUnsaved(draft.text, order?.comment) ? draft.text : null),
  )
  const asks = question !== null && question.of === order?.id ? question.asks : null
  const isWide = useAtom(isWideScreen)
  const commentPanel = comment?.isOpen && (
    <CommentPanel
      text={comment.text}
      onChange={(text) => setDraft({ ...comment, text })}
      onSave={() => {
        // Where it cannot be saved, the text is there when the panel is opened again.
        setDraft({ ...comment, isOpen: false })
        runWith('order.comment', { comment: comment.text })
      }}
      onClose={() => setDraft(null)}
    />
  )

  useKeyContext('page:triage')
  useKeyContext('turn:order', face === 'calling')
  useKeyContext('turn:none', face === 'empty')
  useKeyContext('turn:stopped', face === 'paused' || face === 'offline' || face === 'failed')
  // Whoever corrects the order comes back here.
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
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto" tabIndex={0}>
        <TriageBanners context={context} onRetry={desk.resume} />
        <div className="grid flex-1 grid-cols-1 gap-4 px-4 pb-4 desk:grid-cols-[minmax(0,1fr)_20rem] desk:px-6 desk:pb-0">
          <div className="flex min-w-0 flex-col gap-2 desk:gap-4">
            {order === null ? (
              <Standing face={face} context={context} />
            ) : (
              <OrderSheet key={order.id} order={order} facts={facts} trouble={context.troubles[order.id]} />
            )}
            {/* Always in the same place, however long an order is: hands and eyes need not look for it. What scrolls under it fades out. */}
            <div
              ref={bottomBar}
              className="sticky bottom-0 -mx-4 mt-auto flex flex-col gap-1.5 border-t border-line bg-canvas px-4 py-2 desk:mx-0 desk:border-0 desk:px-0 desk:pt-1 desk:pb-4 desk:shadow-[0_-8px_8px_var(--canvas)]"
            >
              <div
                className={cx(
                  'flex flex-wrap items-center justify-between gap-x-4 gap-y-1',
                  (asks || (commentPanel && !isWide)) && 'hidden',
                )}
              >
                <LastOutcome handled={undoable(handled)[0] ?? null} />
                {order !== null && <CallTools />}
              </div>
              {!isWide && commentPanel}
              {face === 'opening' && <DockRoom />}
              {order !== null && (
                <OrderDock
                  order={order}
                  comment={comment?.isOpen ? comment.text : order.comment}
                  asks={asks}
                  isUndoing={desk.whyNotDecide() !== null}
                  onDecide={(decision) => {
                    setQuestion(null)
                    desk.decide(decision)
                  }}
                  onClose={() => setQuestion(null)}
                />
              )}
            </div>
          </div>
          <aside aria-label={t('triage:sitting')} className="flex min-w-0 flex-col gap-4">
            {isWide && commentPanel}
            <SittingFigures context={context} />
            <HandledList handled={handled} onUndo={(id) => actor.send({ type: 'order.undo', id })} />
          </aside>
        </div>
      </div>
    </Page>
  )
}

const isUnsaved = (text: string, saved: string | null | undefined): boolean =>
  text.trim() !== '' && text !== (saved ?? '')

/** `isOpen` while it is being written; a text that was sent stays until its order goes. */
type CommentDraft = { of: string; text: string; isOpen: boolean }

/** As high as the outcomes that come with the first order. */
const DockRoom = () => (
  <div
    aria-hidden="true"
    className="h-29.5 desk:rounded-lg desk:border desk:border-line desk:bg-surface 2xl:h-17.5"
  />
)

/** What is done during the call, and decides nothing. */
const CallTools = () => (
  <div className="flex flex-wrap gap-1">
    <CommandButton command="triage.comment" variant="ghost" size="sm" />
    <CommandButton command="triage.edit" variant="ghost" size="sm" />
    <CommandButton command="triage.skip" variant="ghost" size="sm" />
  </div>
)
