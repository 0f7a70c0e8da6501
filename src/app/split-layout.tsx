import { Outlet } from 'react-router-dom'
import { PromisePanel } from '../features/site/promise-panel.tsx'
import { BesideContext } from '../layouts/split-frame.tsx'

/** The frame of the numbered public screens: the screen in one half, what the product promises in the other. */
export const SplitLayout = () => (
  <BesideContext value={<PromisePanel />}>
    <Outlet />
  </BesideContext>
)
