import type { SettingValue } from '../../../machines/settings/settings-table.ts'

/** A layout in a few strokes. The word beside it names it. */
export const LayoutSketch = ({ layout }: { layout: SettingValue<'layout'> }) => (
  <svg width="56" height="36" viewBox="0 0 56 36" aria-hidden="true">
    <rect x="0.5" y="0.5" width="55" height="35" rx="4" fill="var(--canvas)" stroke="var(--line-strong)" />
    <path d="M.5 8.5h55v-4a4 4 0 0 0-4-4h-47a4 4 0 0 0-4 4z" fill="var(--ink-muted)" />
    {menus[layout]}
  </svg>
)

const fill = 'var(--accent)'

const menus = {
  vertical: <path d="M.5 8.5h13v27h-9a4 4 0 0 1-4-4z" fill={fill} />,
  horizontal: <path d="M.5 8.5h55v6h-55z" fill={fill} />,
  detached: (
    <>
      <rect x="4" y="12" width="11" height="15" rx="2" fill={fill} />
      <rect x="18.5" y="12.5" width="33" height="19" rx="2" fill="none" stroke="var(--line-strong)" />
    </>
  ),
  'two-column': (
    <>
      <path d="M.5 8.5h6v27h-2a4 4 0 0 1-4-4z" fill={fill} />
      <path d="M7.5 8.5h10v27h-10z" fill={fill} opacity="0.45" />
    </>
  ),
} as const
