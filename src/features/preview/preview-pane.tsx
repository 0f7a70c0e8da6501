import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markPreviewsOutdated } from '../../api/query-client.ts'
import type { PaneProps } from '../../palette/palette-view.ts'
import { CustomerPreview } from './customer-preview.tsx'
import { ItemPreview } from './item-preview.tsx'
import { RecordPreview } from './record-preview.tsx'
import { SelectionPreview } from './selection-preview.tsx'

/** The pane beside the palette's list. A record is read once for each opening of the palette. */
export const PreviewPane = ({ subject, view }: PaneProps) => {
  const client = useQueryClient()
  useEffect(() => () => markPreviewsOutdated(client), [client])
  switch (subject.kind) {
    case 'record':
      return <RecordPreview subject={subject} view={view} />
    case 'selection':
      return <SelectionPreview subject={subject} view={view} />
    case 'customer':
      return <CustomerPreview subject={subject} view={view} />
    case 'item':
      return <ItemPreview item={subject.item} view={view} />
    case 'nothing':
      return null
  }
}
