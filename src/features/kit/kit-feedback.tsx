import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListColumn } from '../../table/list-column.ts'
import { ListGrid } from '../../table/list-grid.tsx'
import { useListController } from '../../table/use-list-controller.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner, ProgressBar, StatusBadge } from '../../ui/feedback/status.tsx'
import { shortestToast } from '../../ui/feedback/toast-store.ts'
import { Toast } from '../../ui/feedback/toasts.tsx'
import { type Tone, tones } from '../../ui/feedback/tone.ts'
import { Money } from '../../ui/format/money.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { KitGrid, KitRow, KitSection } from './kit-section.tsx'

export const MessagesSection = () => {
  const { t } = useTranslation('kit')
  const { ports } = useWorkspace()
  const nothing = () => undefined
  return (
    <KitSection name="messages">
      <div className="mb-4 flex flex-col gap-2">
        {tones.map((tone) => (
          <Banner
            key={tone}
            tone={tone}
            action={
              tone === 'info' ? { label: t('kit:messages.act'), keys: 'r', onPress: nothing } : undefined
            }
          >
            {t(`kit:tones.${tone}`)}
          </Banner>
        ))}
      </div>
      <ul className="mb-4 max-w-108">
        <Toast
          onDismiss={nothing}
          toast={{
            id: 'kit',
            serial: 0,
            replaced: 0,
            sticky: true,
            duration: shortestToast,
            tone: 'success',
            title: t('kit:messages.toast'),
            detail: t('kit:messages.detail'),
            action: { label: t('kit:messages.undo'), keys: 'u', run: nothing },
          }}
        />
      </ul>
      <KitRow>
        <Button onClick={() => ports.notify({ tone: 'success', titleKey: 'kit:messages.toast' })}>
          {t('kit:messages.show')}
        </Button>
      </KitRow>
    </KitSection>
  )
}

export const StatesSection = () => {
  const { t } = useTranslation('kit')
  const nothing = () => undefined
  return (
    <KitSection name="states">
      <KitGrid>
        <div className="flex flex-col gap-5">
          <Skeleton lines={4} />
          <ProgressBar label={t('kit:states.progress')} done={640} total={1000} />
          <ProgressBar label={t('kit:states.counting')} done={640} />
        </div>
        <EmptyState
          title={t('kit:states.empty')}
          detail={t('kit:states.emptyDetail')}
          next={[{ label: t('kit:states.next'), keys: 'n', onPress: nothing }]}
        />
        <ErrorState
          title={t('kit:states.error')}
          detail={t('kit:states.errorDetail')}
          kept={t('kit:states.kept')}
          reference="req-4b1f"
          action={{ label: t('kit:messages.act'), keys: 'r', onPress: nothing }}
        />
      </KitGrid>
    </KitSection>
  )
}

type Sample = { id: string; number: number; tone: Tone; amount: number }

/** The list with generated rows. */
export const TableSection = () => {
  const { t } = useTranslation('kit')
  const list = useListController<Sample, null>()
  const [sort, setSort] = useState<string | null>(null)
  useEffect(() => {
    const rows = sort?.startsWith('-') ? samples.toReversed() : samples
    list.query({
      where: null,
      load: async (skip, limit) => ({ items: rows.slice(skip, skip + limit), total: rows.length }),
    })
  }, [list, sort])
  return (
    <KitSection name="table">
      <div className="flex h-80 flex-col overflow-hidden rounded-lg border border-line">
        <ListGrid
          list={list}
          columns={columns}
          label={t('kit:sections.table')}
          sort={sort}
          onSortChange={setSort}
          storageKey="kit"
        />
      </div>
    </KitSection>
  )
}

const samples: readonly Sample[] = Array.from({ length: 200 }, (_, index) => ({
  id: `sample-${index}`,
  number: index + 1,
  tone: tones[index % tones.length] ?? 'neutral',
  amount: ((index * 37) % 90) * 500,
}))

const ToneCell = ({ tone }: { tone: Tone }) => {
  const { t } = useTranslation('kit')
  return <StatusBadge tone={tone}>{t(`kit:tones.${tone}`)}</StatusBadge>
}

const columns: readonly ListColumn<Sample>[] = [
  {
    id: 'number',
    header: 'kit:table.number',
    width: 90,
    pinned: true,
    sortKey: 'number',
    cell: ({ number }) => number,
  },
  { id: 'tone', header: 'kit:table.status', width: 180, cell: ({ tone }) => <ToneCell tone={tone} /> },
  {
    id: 'amount',
    header: 'kit:table.amount',
    width: 140,
    align: 'end',
    cell: ({ amount }) => <Money amount={amount} currency="XOF" />,
  },
]
