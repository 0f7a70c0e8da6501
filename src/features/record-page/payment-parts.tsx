import { useTranslation } from 'react-i18next'
import type { Handover, HandoverWithLines } from '../../../domain/handovers/handover.ts'
import type { Payout, PayoutWithLines } from '../../../domain/payouts/payout.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { HandoverLines } from '../handovers/handover-lines.tsx'
import { PayoutLines } from '../payouts/payout-lines.tsx'
import { Loaded, Part } from './record-part.tsx'
import { concerns, useLiveQuery } from './use-live-query.ts'

export const HandoverParts = ({ record: { id } }: { record: Handover }) => {
  const { t } = useTranslation('handovers')
  const { api } = useWorkspace()
  const query = useLiveQuery(
    {
      queryKey: queryKeys.recordPart('handovers', id, 'lines'),
      // A handover's answer includes its lines.
      queryFn: ({ signal }) => api.one('handovers', id, { signal }) as Promise<HandoverWithLines>,
    },
    (event) => concerns(event, 'handovers', id),
  )
  return (
    <Part title={t('lines.title')}>
      <Loaded query={query} empty={t('lines.none')} isEmpty={({ lines }) => lines.length === 0}>
        {({ lines, country }) => <HandoverLines lines={lines} country={country} />}
      </Loaded>
    </Part>
  )
}

export const PayoutParts = ({ record: { id } }: { record: Payout }) => {
  const { t } = useTranslation('payouts')
  const { api } = useWorkspace()
  const query = useLiveQuery(
    {
      queryKey: queryKeys.recordPart('payouts', id, 'lines'),
      // A payout's answer includes its lines.
      queryFn: ({ signal }) => api.one('payouts', id, { signal }) as Promise<PayoutWithLines>,
    },
    (event) => concerns(event, 'payouts', id),
  )
  return (
    <Part title={t('lines.title')}>
      <Loaded query={query} empty={t('lines.title')} isEmpty={() => false}>
        {({ lines, country }) => <PayoutLines lines={lines} country={country} />}
      </Loaded>
    </Part>
  )
}
