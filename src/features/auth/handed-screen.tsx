import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.tsx'
import { useAuth } from './auth-context.ts'
import { AuthFrame } from './auth-frame.tsx'
import { handAnswer } from './provider-answers.ts'

/** Milliseconds after which the screen says that no tab has taken the answer. */
const PATIENCE_MS = 3_000

/** The window that signed in again at an identity provider: hands the answer over, and closes where the browser lets it. */
export const HandedScreen = ({ answer }: { answer: string }) => {
  const { t } = useTranslation('auth')
  const { language } = useAuth()
  const [isTaken, setTaken] = useState<boolean | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setTaken((before) => before ?? false), PATIENCE_MS)
    const stop = handAnswer(answer, () => {
      setTaken(true)
      window.close()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [answer])
  if (isTaken === null) {
    return (
      <AuthFrame title={t('signOn.title')} lead={t('signOn.handed.wait')} language={language}>
        {null}
      </AuthFrame>
    )
  }
  const title = isTaken ? t('signOn.handed.title') : t('signOn.handed.lostTitle')
  const lead = isTaken ? t('signOn.handed.lead') : t('signOn.handed.lostLead')
  return (
    <AuthFrame title={title} lead={lead} language={language}>
      <Button autoFocus size="lg" icon="x" onClick={() => window.close()}>
        {t('signOn.handed.close')}
      </Button>
    </AuthFrame>
  )
}
