import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { KitSection } from './kit-section.tsx'

/** The grounds and hairlines under each theme, by the names that the code has for them. */
export const ColoursSection = () => {
  const { t } = useTranslation('kit')
  return (
    <KitSection name="colours">
      <div className="grid gap-4 lg:grid-cols-3">
        {themes.map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            className="rounded-lg border border-line bg-canvas p-3 text-ink"
          >
            <h3 className="mb-2 text-sm font-semibold">{t(`kit:themes.${theme}`)}</h3>
            <ul className="grid grid-cols-2 gap-1.5">
              {grounds.map(({ name, className }) => (
                <li key={name}>
                  <code className={cx('block rounded-md border border-line px-2 py-1.5 text-xs', className)}>
                    {name}
                  </code>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </KitSection>
  )
}

const themes = ['light', 'dark', 'brand'] as const

/** Written out because Tailwind finds class names by reading them. */
const grounds = [
  { name: 'canvas', className: 'bg-canvas' },
  { name: 'surface', className: 'bg-surface' },
  { name: 'raised', className: 'bg-raised' },
  { name: 'hover', className: 'bg-hover' },
  { name: 'selected', className: 'bg-selected' },
  { name: 'topbar', className: 'bg-topbar' },
  { name: 'accent', className: 'bg-accent text-on-accent' },
  { name: 'accent-soft', className: 'bg-accent-soft' },
] as const
