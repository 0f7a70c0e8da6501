import { useEffect, useMemo } from 'react'
import { addLanguages } from '../../i18n/i18n.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { createPalette } from './create-palette.ts'
import type { Desk } from './create-workspace.ts'

/** The palette over a workspace; one chunk with everything that it needs. */
const WorkspacePalette = ({ desk: { workspace, palette } }: { desk: Desk }) => {
  const { opener, records, wholeContext } = palette
  const { Palette, props, open } = useMemo(
    () =>
      createPalette(workspace, {
        wholeContext,
        addLanguages,
        storage: localStorage,
        records,
        filters: workspace.filters,
      }),
    [workspace, wholeContext, records],
  )
  useEffect(() => opener.attach(open), [opener, open])
  return <Palette {...props} />
}

export default withQueries(WorkspacePalette)
