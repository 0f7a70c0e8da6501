import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { countries } from '../../../domain/core/countries.ts'
import type { IntakeEvent } from '../../../domain/intake/intake.ts'
import { isAskedKind } from '../../../domain/intake/source-kinds.ts'
import { formerSecretHours, type Source } from '../../../domain/sources/source.ts'
import type { Listed } from '../../api/call-options.ts'
import { queryKeys } from '../../api/query-client.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { previewColumnsOf } from '../records/record-facts.ts'
import { Loaded, Part, RecordLink } from './record-part.tsx'
import { CopiedLine, useShownOnce } from './secret-part.tsx'
import { useLiveQuery } from './use-live-query.ts'

/** Milliseconds: an event is shown even where no live event tells of it. */
const LOOK_MS = 5_000

/** The steps that connect a shop: where to enter the address, with which secret, and the first event as it was read. */
export const SourceSetup = ({ record: source }: { record: Source }) => {
  const { t } = useTranslation(['sources', 'intake'])
  const { api, user, run } = useWorkspace()
  const secret = useShownOnce(source.id)
  const address = new URL(source.address, globalThis.location.origin).href
  const [isFirst] = useState(source.lastEventAt === null)
  const query = useLiveQuery<Listed<IntakeEvent>>(
    {
      queryKey: queryKeys.recordPart('sources', source.id, 'firstEvent'),
      queryFn: ({ signal }) =>
        api.list('intake', { where: { source: source.id, country: source.country }, limit: 1 }, { signal }),
      enabled: isFirst,
    },
    ({ resource }, data) => resource === 'intake' && data?.total === 0,
  )
  const isWaiting = isFirst && query.data?.items[0]?.verdict == null
  const look = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  const mayRotate = user.role === 'admin' || user.id === source.owner
  return (
    <Part title={t('sources:setup.title')}>
      <ol className="flex flex-col gap-4 text-sm">
        <Step number={1} title={t('sources:setup.enter')}>
          <p className="wrap-anywhere">{t(`sources:setup.where.${source.kind}`)}</p>
          <CopiedLine name={t('sources:fields.address')} value={address} />
        </Step>
        <Step number={2} title={t('sources:setup.sign')}>
          <p className="wrap-anywhere">{t(`sources:setup.how.${source.kind}`)}</p>
          {secret !== null && <CopiedLine name={t('sources:setup.secret')} value={secret} />}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="min-w-0 flex-1 basis-60 text-ink-muted">
              {t(secret === null ? 'sources:setup.gone' : 'sources:setup.once', { count: formerSecretHours })}
            </span>
            {mayRotate && (
              <Button size="sm" icon="lock" onClick={() => run('source.rotate')}>
                {t('sources:setup.rotate')}
              </Button>
            )}
          </div>
        </Step>
        {isAskedKind(source.kind) && (
          <Step number={3} title={t('sources:setup.ask')}>
            <Asked source={source} mayChange={mayRotate} onChange={() => run('source.access')} />
          </Step>
        )}
        {isFirst && (
          <Step number={isAskedKind(source.kind) ? 4 : 3} title={t('sources:setup.first')}>
            <div aria-live="polite">
              <Loaded
                query={query}
                empty={t('sources:setup.waiting')}
                isEmpty={({ items }) => items.length === 0}
              >
                {({ items }) => (
                  <ul>
                    {items.map((event) => (
                      <RecordLink
                        key={event.id}
                        to={paths.view('intake', event.id)}
                        number={event.number}
                        side={previewColumnsOf('intake')
                          .find(({ id }) => id === 'verdict')
                          ?.cell(event)}
                      >
                        {[event.name, event.customerName].filter(Boolean).join(' · ')}
                      </RecordLink>
                    ))}
                  </ul>
                )}
              </Loaded>
            </div>
          </Step>
        )}
      </ol>
    </Part>
  )
}

type AskedProps = { source: Source; mayChange: boolean; onChange: () => void }

/** Whether the shop is asked for what no event told, and what came of it. */
const Asked = ({ source: { shopUrl, askedAt, askFailure, country }, mayChange, onChange }: AskedProps) => {
  const { t } = useTranslation(['sources', 'errors'])
  return (
    <>
      <p className="wrap-anywhere text-ink-muted">{shopUrl === null ? t('setup.notAsked') : shopUrl}</p>
      {askFailure !== null && <p className="text-danger">{t(`errors:${askFailure}`)}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {askedAt !== null && (
          <span className="min-w-0 flex-1 text-ink-muted">
            {t('setup.askedAt')} <RelativeTime value={askedAt} timeZone={countries[country].timeZone} />
          </span>
        )}
        {mayChange && (
          <Button size="sm" icon="refresh" onClick={onChange}>
            {t('setup.access')}
          </Button>
        )}
      </div>
    </>
  )
}

type StepProps = { number: number; title: string; children: ReactNode }

const Step = ({ number, title, children }: StepProps) => (
  <li className="flex min-w-0 gap-3">
    <span
      aria-hidden="true"
      className="figures flex size-6 shrink-0 items-center justify-center rounded-full border border-line text-xs text-ink-muted"
    >
      {number}
    </span>
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <h3 className="pt-0.5 font-medium">{title}</h3>
      {children}
    </div>
  </li>
)
