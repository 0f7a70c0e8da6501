import { useTranslation } from 'react-i18next'
import { KeyHints } from '../../ui/keys/key-hints.tsx'
import { Keycap } from '../../ui/keys/keycap.tsx'
import { KitRow, KitSection } from './kit-section.tsx'

/** Keys as the reader's keyboard prints them. */
export const KeysSection = () => {
  const { t } = useTranslation('kit')
  return (
    <KitSection name="keys">
      <KitRow>
        {samples.map((keys) => (
          <Keycap key={keys} keys={keys} />
        ))}
        <Keycap keys="g p" tone="quiet" />
        <span className="rounded-md bg-accent px-2 py-1 text-on-accent">
          <Keycap keys="Enter" tone="filled" />
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
