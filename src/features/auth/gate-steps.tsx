import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icons/icon.tsx'

const steps = ['signUp', 'confirm', 'activate'] as const

/** The way from a sign-up to an open account, and where on it somebody stands. */
export const GateSteps = ({ at }: { at: (typeof steps)[number] }) => {
  const { t } = useTranslation('auth')
  const titleId = useId()
  const current = steps.indexOf(at)
  return (
    <div>
      <h2 id={titleId} className="sr-only">
        {t('steps.title')}
      </h2>
      <ol aria-labelledby={titleId} className="flex flex-col gap-2">
        {steps.map((step, index) => (
          <Step
            key={step}
            label={t(`steps.${step}`)}
            state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          />
        ))}
      </ol>
    </div>
  )
}

const marks = {
  done: { icon: 'circle-check', className: 'text-success', textClass: 'text-ink-muted' },
  current: { icon: 'hourglass', className: 'text-warning', textClass: 'font-medium text-ink' },
  ahead: { icon: 'circle-dashed', className: 'text-ink-faint', textClass: 'text-ink-muted' },
} as const

const Step = ({ label, state }: { label: string; state: keyof typeof marks }) => {
  const { t } = useTranslation('auth')
  const { icon, className, textClass } = marks[state]
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className="flex items-center gap-2.5">
      <Icon name={icon} className={className} />
      <span className={textClass}>{label}</span>
      <span className="sr-only">{t(`steps.${state}`)}</span>
    </li>
  )
}
