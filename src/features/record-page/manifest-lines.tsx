import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { Manifest } from '../../../domain/manifests/manifest.ts'
import { queryKeys } from '../../api/query-client.ts'
import { MoneyCell, StatusCell } from '../../resources/cells/cells.tsx'
import { shippingLooks } from '../../resources/shared/status-tones.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { Loaded, Part, RecordLink } from './record-part.tsx'
import { concerns, useLiveQuery } from './use-live-query.ts'

const FIRST_LINES = 20

/** The parcels of a manifest, and where each of them is by now. */
export const ManifestLines = ({ record: { id, country } }: { record: Manifest }) => {
  const { t } = useTranslation(['manifests', 'shippings', 'journal'])
  const { api } = useWorkspace()
  const [isWhole, setWhole] = useState(false)
  const query = useLiveQuery(
    {
      queryKey: queryKeys.recordPart('manifests', id, 'lines'),
      queryFn: ({ signal }) => api.manifests.one(id, { signal }),
      placeholderData: keepPreviousData,
    },
    (event, manifest) =>
      concerns(event, 'manifests', id) ||
      (event.resource === 'shippings' &&
        (event.ids === null ||
          manifest?.lines.some(({ shipping }) => event.ids?.includes(shipping)) === true)),
  )
  return (
    <Part title={t('manifests:fields.parcels')}>
      <Loaded query={query} empty={t('manifests:noLines')} isEmpty={({ lines }) => lines.length === 0}>
        {({ lines }) => (
          <>
            <ul>
              {lines.slice(0, isWhole ? lines.length : FIRST_LINES).map((line) => (
                <RecordLink
                  key={line.id}
                  to={paths.view('shippings', line.shipping)}
                  number={line.shippingNumber}
                  side={
                    <>
                      <MoneyCell amount={line.amount} country={country} />
                      <StatusCell
                        look={shippingLooks[line.status]}
                        label={`shippings:status.${line.status}`}
                      />
                    </>
                  }
                >
                  <bdi className="truncate">{line.customerName}</bdi>
                </RecordLink>
              ))}
            </ul>
            {!isWhole && lines.length > FIRST_LINES && (
              <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
                {t('journal:more', { total: lines.length })}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Part>
  )
}
