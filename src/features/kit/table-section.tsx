import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListColumn } from '../../table/list-column.ts'
import { ListGrid } from '../../table/list-grid.tsx'
import { useListController } from '../../table/use-list-controller.ts'
import { Money } from '../../ui/figures/money.tsx'
import { StatusBadge } from '../../ui/told/status-badge.tsx'
import { type Tone, tones } from '../../ui/told/tone.ts'
import { KitSection } from './kit-section.tsx'

type Sample = { id: string; number: number; tone: Tone; amount: number }

/** The table engine over rows that nobody has to fetch. */
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
