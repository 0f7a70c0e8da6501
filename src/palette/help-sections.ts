import type { IconName } from '../ui/icon.tsx'
import type { Translate } from './command-item.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'

const ways: readonly { name: string; text: string; icon: IconName }[] = [
  { name: 'commands', text: '>', icon: 'command' },
  { name: 'number', text: '#', icon: 'tag' },
  { name: 'people', text: '@', icon: 'users' },
  { name: 'inline', text: '', icon: 'zap' },
  { name: 'records', text: '', icon: 'search' },
]

/** What the palette understands; Enter begins it. */
export const helpSections = (t: Translate): PaletteSection[] => [
  {
    id: 'help',
    heading: t('palette:section.help'),
    items: ways.map(
      ({ name, text, icon }): PaletteItem => ({
        id: `help:${name}`,
        title: t(`palette:help.${name}.title`),
        detail: t(`palette:help.${name}.detail`),
        icon,
        act: { kind: 'type', text },
      }),
    ),
  },
]
