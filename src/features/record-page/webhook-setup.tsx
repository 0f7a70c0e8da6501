import { useTranslation } from 'react-i18next'
import { formerWebhookSecretHours, type Webhook } from '../../../domain/webhooks/webhook.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { Part } from './record-part.tsx'
import { CopiedLine, useShownOnce } from './secret-part.tsx'

/** Why a webhook was stopped, its secret once, and how its messages are verified and tried. */
export const WebhookSetup = ({ record: webhook }: { record: Webhook }) => {
  const { t } = useTranslation('webhooks')
  const { run } = useWorkspace()
  const secret = useShownOnce(webhook.id)
  return (
    <>
      {webhook.stopped !== null && <Banner tone="danger">{t(`off.${webhook.stopped}`)}</Banner>}
      <Part title={t('setup.title')}>
        <div className="flex flex-col gap-3 text-sm">
          <p className="wrap-anywhere">{t('setup.how')}</p>
          {secret !== null && <CopiedLine name={t('setup.secret')} value={secret} />}
          <p className="text-ink-muted">
            {t(secret === null ? 'setup.gone' : 'setup.once', { count: formerWebhookSecretHours })}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button size="sm" icon="circle-check" onClick={() => run('webhook.test')}>
              {t('setup.test')}
            </Button>
            <Button size="sm" icon="lock" onClick={() => run('webhook.rotate')}>
              {t('setup.rotate')}
            </Button>
          </div>
        </div>
      </Part>
    </>
  )
}
