import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Code } from '../../../domain/codes.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthProblem } from './auth-problem.tsx'
import { useProblemText } from './use-problem-text.ts'

export type GateScreenProps = {
  /** Whose account waits. */
  email: string
  /** Asks the server again whether the gate is open. */
  onRefresh: () => void
  onSignOut: () => void
  pending?: boolean
  /** True once it has been asked and was still closed: the answer is said, not only repeated. */
  stillClosed?: boolean
  problem?: Code | 'OFFLINE' | null
  language?: ReactNode
}

type Gate = { name: 'confirm' | 'activate'; icon: IconName }

/** A gate: what is missing, who does it, and a way to look again or to leave. */
export const GateScreen = ({ name, icon, ...props }: GateScreenProps & Gate) => {
  const { email, onRefresh, onSignOut, pending = false, stillClosed = false, problem, language } = props
  const { t } = useTranslation('auth')
  const textOf = useProblemText()
  const stepsId = useId()
  const steps = (['signUp', 'confirm', 'activate'] as const).map((step) => ({
    step,
    label: t(`steps.${step}`),
  }))
  const at = steps.findIndex(({ step }) => step === name)
  return (
    <AuthFrame title={t(`${name}.title`)} lead={t(`${name}.lead`)} language={language}>
      <p className="flex items-center gap-2.5 rounded-md border border-line bg-canvas px-3 py-2.5">
        <Icon name={icon} size={20} className="text-accent-text" />
        <span className="min-w-0 truncate font-medium">{email}</span>
      </p>
      <div>
        <h2 id={stepsId} className="sr-only">
          {t('steps.title')}
        </h2>
        <ol aria-labelledby={stepsId} className="flex flex-col gap-2">
          {steps.map(({ step, label }, index) => (
            <Step key={step} label={label} state={index < at ? 'done' : index === at ? 'current' : 'ahead'} />
          ))}
        </ol>
      </div>
      <AuthProblem text={problem ? textOf('form', problem) : null} />
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {stillClosed && !pending ? t(`${name}.stillClosed`) : ''}
      </p>
      <div className="flex flex-col gap-2">
        <Button
          variant="primary"
          size="lg"
          icon="refresh"
          keys="Enter"
          pending={pending}
          autoFocus
          onClick={onRefresh}
        >
          {t(pending ? 'gate.pending' : 'gate.refresh')}
        </Button>
        <Button variant="ghost" size="lg" icon="log-out" onClick={onSignOut}>
          {t('gate.signOut')}
        </Button>
      </div>
    </AuthFrame>
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
