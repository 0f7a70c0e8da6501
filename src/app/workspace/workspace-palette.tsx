import { useEffect, useMemo } from 'react'
import { addLanguages } from '../../i18n/i18n.ts'
import { deviceStorage } from '../../storage/browser-storage.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { createPalette } from './create-palette.ts'
import type { ConsoleParts } from './create-workspace.ts'
import { forgetCustomers } from './forget-customers.ts'

/** The palette as a lazy chunk. */
const WorkspacePalette = ({ parts: { workspace, palette } }: { parts: ConsoleParts }) => {
  const { opener, layers, records, wholeContext } = palette
  const { Palette, props, open } = useMemo(
    () =>
      createPalette(workspace, {
        wholeContext,
        addLanguages,
        storage: deviceStorage,
        records,
        filters: workspace.filters,
      }),
    [workspace, wholeContext, records],
  )
  useEffect(() => opener.attach(open), [opener, open])
  const { actor, recents } = props
  useEffect(() => {
    const { user, offline, onLive } = workspace
    return onLive((event) =>
      forgetCustomers(event, { recents, storage: deviceStorage, offline, user: user.id }),
    )
  }, [workspace, recents])
  useEffect(() => {
    const close = () => actor.send({ type: 'palette.close' })
    let forget: (() => void) | null = null
    const follow = (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      const isOpen = snapshot.hasTag('visible')
      if (isOpen === (forget !== null)) return
      forget?.()
      forget = isOpen ? layers.opened(close) : null
    }
    follow(actor.getSnapshot())
    const subscription = actor.subscribe(follow)
    return () => {
      subscription.unsubscribe()
      forget?.()
    }
  }, [actor, layers])
  return <Palette {...props} />
}

export default withQueries(WorkspacePalette)
