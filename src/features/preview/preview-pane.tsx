import { useState } from 'react'
import type { PaneProps } from '../../palette/pane-subject.ts'
import { CustomerPreview } from './customer-preview.tsx'
import { ItemPreview } from './item-preview.tsx'
import { createPreviewCache } from './preview-cache.ts'
import { RecordPreview } from './record-preview.tsx'
import { SelectionPreview } from './selection-preview.tsx'

/** What stands beside the palette's list. What it has read it keeps for as long as the palette is open. */
export const PreviewPane = ({ subject, view }: PaneProps) => {
  const [cache] = useState(() => createPreviewCache(view.context.ports.api, view.context.actor))
  switch (subject.kind) {
    case 'record':
      return <RecordPreview subject={subject} view={view} cache={cache} />
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
