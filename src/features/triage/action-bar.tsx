import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addToComment } from '../../../domain/comments/comment.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { dayOf, shiftDay } from '../../../domain/lib/zone-clock.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { callbackTimes } from '../../../domain/triage/callback-times.ts'
import { cancelReasons, noCancelReason } from '../../../domain/triage/claim.ts'
import { readCallbackTime } from '../../../domain/triage/read-callback-time.ts'
import type { Decision } from '../../../machines/triage/triage-types.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { zoneTime } from './queue-state.tsx'
import type { TriageQuestion } from './triage-commands.ts'

type CallbackPanelProps = { country: CountryCode; onChoose: (at: Date) => void; onClose: () => void }

/** Choice of the callback time, in the customer's time zone. */
const CallbackPanel = ({ country, onChoose, onClose }: CallbackPanelProps) => {
  const { t, i18n } = useTranslation(['triage', 'countries'])
  const { timeZone } = countries[country]
  const [now] = useState(() => new Date())
  const [times] = useState(() => callbackTimes(now, timeZone))
  const locale = localeOf(i18n.language)
  const written = (at: Date) => {
    const { there, here } = zoneTime(at, country, locale, now)
    return here === null ? there : t('triage:bothTimes', { there, here })
  }
  return (
    <ChoicePanel
      title={t('triage:callback.title')}
      note={t('triage:callback.clock', { time: written(now), country: t(`countries:${country}`) })}
      choices={times.map(({ id, at }) => ({
        id,
        label: t(`triage:callback.${id}`),
        detail: at === null ? t('triage:callback.past') : zoneTime(at, country, locale, at).there,
        isDisabled: at === null,
      }))}
      typed={{
        label: t('triage:callback.typed', exampleDay(now, timeZone)),
        isFirst: true,
        check: (text) => {
          const at = readCallbackTime(text, new Date(), timeZone)
          return at === null ? t('triage:callback.unread') : written(at)
        },
        onSubmit: (text) => {
          const at = readCallbackTime(text, new Date(), timeZone)
          if (at !== null) onChoose(at)
        },
      }}
      onChoose={(id) => {
        const time = times.find((offered) => offered.id === id)
        if (time?.at) onChoose(time.at)
      }}
      onClose={onClose}
    />
  )
}

/** A day that lies ahead, for the example of a typed time. */
const exampleDay = (now: Date, timeZone: string) => {
  const [, month, day] = shiftDay(dayOf(now, timeZone), 2).split('-')
  return { day, month }
}

type QuestionProps = {
  order: Order
  /** The comment as typed, saved or not. */
  comment: string | null
  asks: Exclude<TriageQuestion, 'comment'>
  onDecide: (decision: Decision) => void
  onClose: () => void
}

/** What an outcome asks for: the reason of a cancellation, the time of the next call. */
export const OutcomeQuestion = ({ order, comment, asks, onDecide, onClose }: QuestionProps) => {
  const { t } = useTranslation(['triage', 'orders'])
  const isLastTwin = useIsLastTwin(order, asks === 'cancel')
  const cancel = (reason: string | null) =>
    onDecide({
      status: 'CANCELLED',
      ...(reason === null ? {} : { comment: addToComment(comment, reason) }),
    })
  return (
    <div className="lg:rounded-lg lg:border lg:border-accent lg:bg-surface lg:p-2.5">
      {asks === 'cancel' ? (
        <ChoicePanel
          title={t('cancel.title')}
          warning={isLastTwin ? t('cancel.lastTwin') : undefined}
          choices={[
            ...cancelReasons.map((id) => ({ id, label: t(`orders:cancelReason.${id}`) })),
            { id: noCancelReason, label: t('orders:cancelReason.none') },
          ]}
          typed={{ label: t('cancel.other'), onSubmit: cancel }}
          onChoose={(id) => cancel(id === noCancelReason ? null : t(`orders:cancelReason.${id}`))}
          onClose={onClose}
        />
      ) : (
        <CallbackPanel
          country={order.country}
          onChoose={(at) => onDecide({ status: 'NOT_REACHABLE', callbackAt: at.toISOString() })}
          onClose={onClose}
        />
      )}
    </div>
  )
}

/** Whether no order of a likely duplicate is left once this one is cancelled, by the dry run of that. */
const useIsLastTwin = ({ id, number, customerName }: Order, isAsked: boolean): boolean => {
  const { ports } = useWorkspace()
  const [isLast, setLast] = useState(false)
  useEffect(() => {
    setLast(false)
    if (!isAsked) return
    const request = new AbortController()
    ports
      .dryRun(
        {
          kind: 'status',
          verb: 'order.cancel',
          effect: 'order.cancel',
          subject: { number, name: customerName },
          resource: 'orders',
          target: { ids: [id] },
          count: 1,
          body: { status: 'CANCELLED' },
          confirmation: 'never',
        },
        request.signal,
      )
      .then(
        ({ twins = 0 }) => {
          if (!request.signal.aborted) setLast(twins > 0)
        },
        // Offline nothing is known; the cancellation is recorded all the same.
        () => undefined,
      )
    return () => request.abort()
  }, [id, number, customerName, isAsked, ports])
  return isLast
}

/** Outcomes of the call with their keys; `isUndoing`: the previous outcome is being undone. */
export const ActionBar = ({ isUndoing }: { isUndoing: boolean }) => {
  const { t } = useTranslation('triage')
  return (
    <div className="lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-2.5 squat:p-2">
      <fieldset
        aria-label={t('outcomes')}
        aria-busy={isUndoing || undefined}
        className="grid grid-cols-2 gap-2 md:max-lg:grid-cols-4 xl:squat:grid-cols-4 2xl:grid-cols-4"
      >
        {outcomes.map((command, index) => (
          <CommandButton
            key={command}
            command={command}
            variant={index === 0 ? 'primary' : 'secondary'}
            size="lg"
            className="min-h-11 squat:min-h-9 leading-tight [&_.truncate]:whitespace-normal max-2xl:squat:px-1 max-2xl:squat:[&_svg]:hidden"
          />
        ))}
      </fieldset>
    </div>
  )
}

const outcomes = ['triage.confirm', 'triage.not-reachable', 'triage.callback', 'triage.cancel']

/** A disabled choice keeps its place and digit. */
type Choice = { id: string; label: string; detail?: string; isDisabled?: boolean }

type ChoicePanelProps = {
  title: string
  note?: string
  /** Announced when it comes. */
  warning?: string
  /** At most nine, one digit or letter each. */
  choices: readonly Choice[]
  /**
   * Text; `check` shows how it is read. `isFirst`: it has the focus and every character is its text, so the choices have letters
   * with Alt.
   */
  typed: {
    label: string
    isFirst?: boolean
    check?: (text: string) => ReactNode
    onSubmit: (text: string) => void
  }
  onChoose: (id: string) => void
  onClose: () => void
}

/** A question answered by one key, arrows and Enter, or text; Escape cancels. */
const ChoicePanel = ({ title, note, warning, choices, typed, onChoose, onClose }: ChoicePanelProps) => {
  const { t } = useTranslation(['triage', 'common'])
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { isFirst = false } = typed
  useEffect(() => {
    const first = isFirst ? field.current : panel.current?.querySelector<HTMLElement>('li button')
    first?.focus()
  }, [isFirst])
  const choose = ({ id, isDisabled }: Choice) => {
    if (!isDisabled) onChoose(id)
  }
  const isChecked = typed.check !== undefined && text.trim() !== ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const isTyping = event.target instanceof HTMLInputElement
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    const chosen = choices[placeOf(event.nativeEvent, isFirst)]
    if (event.altKey) {
      if (!isFirst || chosen === undefined) return
      done()
      if (!event.repeat) choose(chosen)
    } else if (event.key === 'Escape') {
      done()
      onClose()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      done()
      moveFocus(panel.current, event.key === 'ArrowDown' ? 1 : -1)
    } else if (!isTyping) {
      if (!isFirst && chosen !== undefined) {
        done()
        if (!event.repeat) choose(chosen)
        // The rest is text, never a key of the screen.
      } else if (isCharacter(event.key)) field.current?.focus()
    }
    if (isCharacter(event.key)) event.stopPropagation()
  }
  return (
    <div ref={panel} role="dialog" aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        {isChecked ? (
          <span role="status" className={noteClass}>
            {typed.check?.(text)}
          </span>
        ) : (
          note && <p className={noteClass}>{note}</p>
        )}
        <form
          className="order-4 w-full"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') typed.onSubmit(text)
          }}
        >
          <TextInput
            ref={field}
            aria-label={typed.label}
            placeholder={typed.label}
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
        {warning && (
          <p
            role="alert"
            className="order-2 flex w-full items-start gap-2 rounded-md border border-warning-line bg-warning-soft px-2.5 py-1.5 text-sm"
          >
            <Icon name="copy" size={14} className="mt-0.5 text-warning" />
            {warning}
          </p>
        )}
        <IconButton
          size="sm"
          icon="x"
          label={t('common:close')}
          keys="Escape"
          className="order-1 ml-auto"
          onClick={onClose}
        />
      </div>
      <ul className="grid grid-cols-2 gap-1.5 xl:grid-cols-1">
        {choices.map((choice, index) => (
          <li key={choice.id}>
            <button
              type="button"
              aria-disabled={choice.isDisabled || undefined}
              onClick={() => choose(choice)}
              aria-keyshortcuts={keyAt(index, isFirst)}
              className="flex h-full min-h-10 w-full items-center gap-2.5 rounded-md border border-line-strong bg-raised px-3 text-left not-aria-disabled:hover:bg-hover aria-disabled:opacity-60 pointer-coarse:min-h-11"
            >
              <Keycap keys={keyAt(index, isFirst)} isDecoration />
              <span className="min-w-0 flex-1 py-1 leading-tight">
                {choice.label}
                {choice.detail && (
                  <span className="figures block text-xs text-ink-muted">{choice.detail}</span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const noteClass = 'figures order-2 w-full text-sm text-ink-muted'

const letters = 'abcdefghi'

/** A digit, or `Alt+a` where text may begin with any character. */
const keyAt = (place: number, isLetter: boolean): string =>
  isLetter ? `Alt+${letters[place]}` : String(place + 1)

/** Place of the choice with this key; by its position on layouts that lack the letter, or need Shift for digits. */
const placeOf = ({ key, code }: Pick<globalThis.KeyboardEvent, 'key' | 'code'>, isLetter: boolean): number =>
  isLetter
    ? letters.indexOf(
        /^[a-z]$/i.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1] ?? '-').toLowerCase(),
      )
    : Number(/^[1-9]$/.test(key) ? key : (/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] ?? Number.NaN)) - 1

/** Space presses the focused button. */
const isCharacter = (key: string): boolean => [...key].length === 1 && key !== ' '

const moveFocus = (panel: HTMLElement | null, by: number): void => {
  const stops = [...(panel?.querySelectorAll<HTMLElement>('li button, input') ?? [])]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  stops.at((at + by + stops.length) % stops.length)?.focus()
}
