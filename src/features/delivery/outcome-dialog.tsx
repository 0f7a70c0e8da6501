import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/countries.ts'
import { dayOf, shiftDay } from '../../../domain/lib/zone-clock.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { Arguments } from '../../commands/arguments.ts'
import { availabilityOf } from '../../commands/availability.ts'
import { withRecord } from '../../commands/command-target.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { Button } from '../../ui/button.tsx'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { isDay } from '../../ui/fields/date-text.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

/** What else can become of a parcel, in the order in which it happens in the street. */
const outcomes = [
  'shipping.dispatch',
  'shipping.not-reachable',
  'shipping.postpone',
  'shipping.refuse',
  'shipping.return',
  'shipping.unassign',
  'shipping.cancel',
  'shipping.lose',
  'shipping.reopen',
] as const

type OutcomeDialogProps = {
  shipping: Shipping
  onClose: () => void
  onChoose: (command: string, args: Arguments) => void
}

/** Everything that may have happened but a delivery: what can be done with the parcel as it is, and nothing else. */
export const OutcomeDialog = ({ shipping, onClose, onChoose }: OutcomeDialogProps) => {
  const { t } = useTranslation(['delivery', 'commands'])
  const { registry, commandContext } = useWorkspace()
  const [isPostponing, setPostponing] = useState(false)
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
        {choices.map((command) =>
          command.id === 'shipping.postpone' && isPostponing ? (
            <PostponeForm
              key={command.id}
              country={shipping.country}
              onPostpone={(postponedTo) => onChoose(command.id, { postponedTo })}
            />
          ) : (
            <Button
              key={command.id}
              size="lg"
              icon={command.icon}
              variant="secondary"
              className="min-h-12 pointer-coarse:min-h-12 justify-start"
              onClick={() =>
                command.id === 'shipping.postpone' ? setPostponing(true) : onChoose(command.id, {})
              }
            >
              {commandLabel(command, t)}
            </Button>
          ),
        )}
        {choices.length === 0 && <p className="text-ink-muted">{t('outcome.none')}</p>}
      </div>
    </Dialog>
  )
}

type PostponeFormProps = { country: Shipping['country']; onPostpone: (day: string) => void }

/** The day that the customer named; tomorrow unless they named another. */
const PostponeForm = ({ country, onPostpone }: PostponeFormProps) => {
  const { t } = useTranslation(['delivery', 'commands'])
  const today = dayOf(new Date(), countries[country].timeZone)
  const [day, setDay] = useState(shiftDay(today, 1))
  const postpone = (event: FormEvent) => {
    event.preventDefault()
    if (isDay(day) && day >= today) onPostpone(day)
  }
  return (
    <form onSubmit={postpone} className="flex flex-col gap-2 rounded-md border border-line p-3">
      <Field label={t('outcome.day')}>
        <DateInput size="lg" autoFocus today={today} min={today} value={day} onValueChange={setDay} />
      </Field>
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
