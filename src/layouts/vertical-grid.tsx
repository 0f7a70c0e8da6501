import type { GridProps } from './grid-props.ts'

/** The bar across the top, the menu down the side, the content in what is left. Only the content scrolls. */
export const VerticalGrid = ({ bar, menu, banner, content }: GridProps) => (
  <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] bg-canvas desk:grid-cols-[auto_minmax(0,1fr)] print:block print:h-auto">
    <div className="col-span-full print:hidden">{bar}</div>
    {menu && <div className="w-sidebar overflow-y-auto border-r border-line print:hidden">{menu}</div>}
    <div className="flex min-h-0 min-w-0 flex-col overflow-y-auto">
      {banner}
      {content}
    </div>
  </div>
)
