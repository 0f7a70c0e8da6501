import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { isDay } from '../../../domain/lib/typed/date-text.ts'
import { shiftDay, todayIn } from '../../../domain/lib/zone-clock.ts'
import { type Shipping, shippingMoveFields } from '../../../domain/shippings/shipping.ts'
import { availabilityOf, withRecord } from '../../commands/command.ts'
import type { Arguments } from '../../commands/command-ports.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { outcomeLabel } from './delivery-commands.ts'

/** Outcomes other than delivery, in usual order. */
const outcomes = [
  'shipping.dispatch',
  'shipping.not-reachable',
  'shipping.postpone',
  'shipping.refuse',
  'shipping.return',
  'shipping.return-damaged',
  'shipping.unassign',
  'shipping.cancel',
  'shipping.lose',
  'shipping.reopen',
] as const

/** Outcomes that need confirmation, with their question: the parcel cannot go out again, leaves the round, or loses its cash. */
const questions: Partial<Record<string, string>> = {
  'shipping.unassign': 'delivery:outcome.ask.unassign',
  'shipping.return': 'delivery:outcome.ask.return',
  'shipping.return-damaged': 'delivery:outcome.ask.returnDamaged',
  'shipping.cancel': 'delivery:outcome.ask.cancel',
  'shipping.lose': 'delivery:outcome.ask.lose',
  'shipping.reopen': 'delivery:outcome.ask.reopen',
}

/** Outcomes with an optional reason: their question if they have one, and reasons to tap, most frequent first. */
const withReason = {
  'shipping.not-reachable': { question: null, reasons: ['noAnswer', 'phoneOff', 'notHome', 'wrongAddress'] },
  'shipping.refuse': {
    question: 'delivery:outcome.ask.refuse',
    reasons: ['noMoney', 'notAsExpected', 'changedMind', 'notOrdered', 'damaged'],
  },
} as const

const reasonsOf = (id: string): (typeof withReason)[keyof typeof withReason] | undefined =>
  Object.hasOwn(withReason, id) ? withReason[id as keyof typeof withReason] : undefined

/** A day later than so many days from today is asked about. */
const FAR_DAYS = 60

type OutcomeDialogProps = {
  shipping: Shipping
  /** The outcome whose question is open initially. */
  initiallyAsked: string | null
  onClose: () => void
  onChoose: (command: string, args: Arguments) => void
}

/** Possible outcomes of the parcel except delivery. */
export const OutcomeDialog = ({ shipping, initiallyAsked, onClose, onChoose }: OutcomeDialogProps) => {
  const { t } = useTranslation(['delivery', 'commands'])
  const { registry, commandContext, user } = useWorkspace()
  const [asked, setAsked] = useState(initiallyAsked)
  const [last, setLast] = useState<string | null>(null)
  const context = withRecord(commandContext(), 'shippings', shipping)
  const choices = outcomes.flatMap((id) => {
    const command = registry.get(id)
    return command !== undefined && availabilityOf(command, context).kind === 'ready' ? [command] : []
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={t('outcome.title', { number: shipping.number })}
      description={shipping.customerName}
    >
      <div className="flex flex-col gap-2">
        {choices.map((command) => {
          const { id, icon } = command
          const question = questions[id]
          const label = outcomeLabel(id, t, user.role, shipping.attempts)
          if (id === asked && question !== undefined) {
            return (
              <OutcomeQuestion
                key={id}
                question={t(
                  id === 'shipping.unassign' && user.role === 'delivery'
                    ? 'delivery:outcome.ask.giveBack'
                    : question,
                )}
                label={label}
                icon={icon}
                isDangerous={command.danger === true}
                onConfirm={() => onChoose(id, {})}
                onBack={() => {
                  setLast(id)
                  setAsked(null)
                }}
              />
            )
          }
          const explained = reasonsOf(id)
          if (id === asked && explained !== undefined) {
            return (
              <ReasonForm
                key={id}
                question={explained.question === null ? null : t(explained.question)}
                reasons={explained.reasons.map((reason) => t(`delivery:outcome.reasons.${reason}`))}
                label={label}
                icon={icon}
                onSend={(reason) => onChoose(id, reason === '' ? {} : { reason })}
              />
            )
          }
          if (id === asked) {
            return (
              <PostponeForm
                key={id}
                country={shipping.country}
                onPostpone={(postponedTo) => onChoose(id, { postponedTo })}
              />
            )
          }
          const needsAnswer = id === 'shipping.postpone' || question !== undefined || explained !== undefined
          return (
            <Button
              key={id}
              size="lg"
              icon={icon}
              variant="secondary"
              // Remounted after a question: focus returns to its button.
              autoFocus={id === last}
              className="min-h-12 pointer-coarse:min-h-12 justify-start"
              onClick={() => (needsAnswer ? setAsked(id) : onChoose(id, {}))}
            >
              {label}
            </Button>
          )
        })}
        {choices.length === 0 && <p className="text-ink-muted">{t('outcome.none')}</p>}
      </div>
    </Dialog>
  )
}

type OutcomeQuestionProps = {
  question: string
  label: string
  icon: IconName | undefined
  /** The delivery is final, not just postponed. */
  isDangerous: boolean
  onConfirm: () => void
  onBack: () => void
}

/** Confirms an outcome; focus is on Back. */
const OutcomeQuestion = ({ question, label, icon, isDangerous, onConfirm, onBack }: OutcomeQuestionProps) => {
  const { t } = useTranslation('delivery')
  const id = useId()
  return (
    <fieldset
      aria-labelledby={id}
      className={cx(
        'flex flex-col gap-2 rounded-md border p-3',
        isDangerous ? 'border-danger-line' : 'border-line',
      )}
    >
      <p id={id}>{question}</p>
      <Button
        variant={isDangerous ? 'danger' : 'primary'}
        size="lg"
        icon={icon}
        className="min-h-12 pointer-coarse:min-h-12"
        onClick={onConfirm}
      >
        {label}
      </Button>
      <Button
        variant="secondary"
        size="lg"
        autoFocus
        aria-describedby={id}
        className="min-h-12 pointer-coarse:min-h-12"
        onClick={onBack}
      >
        {t('outcome.back')}
      </Button>
    </fieldset>
  )
}

type ReasonFormProps = {
  question: string | null
  /** To tap instead of typing. */
  reasons: readonly string[]
  label: string
  icon: IconName | undefined
  onSend: (reason: string) => void
}

/** Why the customer was not reached or refused, if the courier says. */
const ReasonForm = ({ question, reasons, label, icon, onSend }: ReasonFormProps) => {
  const { t } = useTranslation('delivery')
  const [reason, setReason] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend(reason.trim())
  }
  return (
    <form
      onSubmit={send}
      aria-label={question ?? label}
      className="flex flex-col gap-2 rounded-md border border-line p-3"
    >
      {question !== null && <p>{question}</p>}
      <Field label={t('outcome.reason')}>
        <TextInput
          size="lg"
          dir="auto"
          maxLength={shippingMoveFields.reason.max}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <fieldset aria-label={t('outcome.reason')} className="flex flex-wrap gap-2">
        {reasons.map((one) => (
          <Button
            key={one}
            size="sm"
            aria-pressed={one === reason}
            className={one === reason ? 'border-accent bg-selected' : undefined}
            onClick={() => setReason(one === reason ? '' : one)}
          >
            {one}
          </Button>
        ))}
      </fieldset>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        icon={icon}
        autoFocus
        className="min-h-12 pointer-coarse:min-h-12"
      >
        {label}
      </Button>
    </form>
  )
}

type PostponeFormProps = { country: Shipping['country']; onPostpone: (day: string) => void }

/** Day chosen by the customer, default tomorrow. A far one, as by a slip in the year, is asked about once. */
const PostponeForm = ({ country, onPostpone }: PostponeFormProps) => {
  const { t, i18n } = useTranslation(['delivery', 'commands'])
  const today = todayIn(country)
  const [day, setDay] = useState(shiftDay(today, 1))
  /** The far day in question. */
  const [asked, setAsked] = useState<string | null>(null)
  const postpone = (event: FormEvent) => {
    event.preventDefault()
    if (!isDay(day) || day < today) return
    if (day > shiftDay(today, FAR_DAYS) && day !== asked) setAsked(day)
    else onPostpone(day)
  }
  return (
    <form onSubmit={postpone} className="flex flex-col gap-2 rounded-md border border-line p-3">
      <Field label={t('outcome.day')}>
        <DateInput size="lg" autoFocus today={today} min={today} value={day} onValueChange={setDay} />
      </Field>
      {/* A live region must exist before its text. */}
      <p
        role="status"
        className={
          asked === day ? 'rounded-md border border-warning-line bg-warning-soft p-3 text-base' : 'sr-only'
        }
      >
        {asked === day &&
          t('delivery:outcome.far', {
            day: new Intl.DateTimeFormat(localeOf(i18n.language), {
              dateStyle: 'long',
              timeZone: 'UTC',
            }).format(new Date(day)),
          })}
      </p>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        icon="calendar-clock"
        className="min-h-12 pointer-coarse:min-h-12"
      >
        {t('commands:shipping.postpone.label')}
      </Button>
    </form>
  )
}
