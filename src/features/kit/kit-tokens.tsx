import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries, countryCodes } from '../../../domain/core/countries.ts'
import { cx } from '../../ui/cx.ts'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { tones } from '../../ui/feedback/tone.ts'
import { Money } from '../../ui/format/money.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { BrandMark } from '../../ui/icons/brand.tsx'
import { Avatar } from '../../ui/icons/picture.tsx'
import { Keycap, KeyHints } from '../../ui/kbd/keycap.tsx'
import { KitRow, KitSection } from './kit-section.tsx'

/** Text sizes and colours. */
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

/** Background and line colours of each theme, by token name. */
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

/** Complete class names, because Tailwind scans the source. */
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

export const KeysSection = () => {
  const { t } = useTranslation('kit')
  return (
    <KitSection name="keys">
      <KitRow>
        {samples.map((keys) => (
          <Keycap isSubject key={keys} keys={keys} />
        ))}
        <Keycap isSubject keys="g p" tone="quiet" />
        <span className="rounded-md bg-accent px-2 py-1 text-on-accent">
          <Keycap isSubject keys="Enter" tone="filled" />
        </span>
      </KitRow>
      <KeyHints hints={hints.map(({ keys, name }) => ({ keys, label: t(`kit:keys.${name}`) }))} />
    </KitSection>
  )
}

const samples = ['n', 'Mod+k', 'g o', 'Shift+ArrowDown', 'Enter', 'Escape', 'Space', '?']

const hints = [
  { keys: 'Space', name: 'select' },
  { keys: 'Mod+a', name: 'all' },
  { keys: 'u', name: 'undo' },
] as const

/** Amounts of each country, and relative times. */
export const FiguresSection = () => {
  const { t } = useTranslation(['kit', 'countries'])
  const [now] = useState(() => Date.now())
  return (
    <KitSection name="figures">
      <div className="grid gap-8 sm:grid-cols-2">
        <dl className="flex flex-col gap-1.5">
          {countryCodes.map((code) => (
            <div key={code} className="flex justify-between gap-4">
              <dt className="text-ink-muted">{t(`countries:${code}`)}</dt>
              <dd>
                <Money amount={12500.5} currency={countries[code].currency} />
              </dd>
            </div>
          ))}
          <div className="flex justify-between gap-4">
            <dt className="text-ink-muted">{t('kit:figures.negative')}</dt>
            <dd>
              <Money amount={-4500} currency="EUR" />
            </dd>
          </div>
        </dl>
        <dl className="flex flex-col gap-1.5">
          {times.map(({ name, minutes }) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-ink-muted">{t(`kit:figures.${name}`)}</dt>
              <dd>
                <RelativeTime value={new Date(now + minutes * 60_000)} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </KitSection>
  )
}

const times = [
  { name: 'now', minutes: 0 },
  { name: 'past', minutes: -185 },
  { name: 'future', minutes: 2900 },
] as const

/** Status badges, avatars, logo. */
export const BadgesSection = () => {
  const { t } = useTranslation('kit')
  return (
    <KitSection name="badges">
      <KitRow>
        {tones.map((tone) => (
          <StatusBadge key={tone} tone={tone}>
            {t(`kit:tones.${tone}`)}
          </StatusBadge>
        ))}
      </KitRow>
      <KitRow>
        <Avatar name="Awa Koné" />
        <Avatar name="Awa" className="size-8" />
        <BrandMark />
        <BrandMark size={32} />
      </KitRow>
    </KitSection>
  )
}
