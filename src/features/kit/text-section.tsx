import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { KitSection } from './kit-section.tsx'

/** Every size of text with a line of it, and the three inks. */
export const TextSection = () => {
  const { t } = useTranslation('kit')
  return (
    <KitSection name="text">
      <dl className="flex flex-col gap-2">
        {sizes.map(({ name, className }) => (
          <div key={name} className="flex items-baseline gap-4">
            <dt className="w-24 shrink-0">
              <code className="text-xs text-ink-muted">{name}</code>
            </dt>
            <dd className={cx('min-w-0 truncate', className)}>{t('kit:text.sample')}</dd>
          </div>
        ))}
      </dl>
    </KitSection>
  )
}

const sizes = [
  { name: 'text-2xl', className: 'text-2xl font-semibold tracking-tight' },
  { name: 'text-xl', className: 'text-xl font-semibold tracking-tight' },
  { name: 'text-lg', className: 'text-lg font-semibold' },
  { name: 'text-base', className: 'text-base' },
  { name: 'text-sm', className: 'text-sm text-ink-muted' },
  { name: 'text-xs', className: 'text-xs text-ink-muted' },
  { name: 'text-2xs', className: 'text-2xs text-ink-faint' },
] as const
