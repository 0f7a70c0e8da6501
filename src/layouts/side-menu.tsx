import { cx } from '../ui/cx.ts'
import type { Navigation } from './navigation.ts'
import { PlaceLink } from './place-link.tsx'

export type SideMenuProps = Navigation & {
  /** `default` words and keys, `condensed` icons alone, `compact` icons over small words, `screen` side by side. */
  look?: keyof typeof looks
}

/** Where one can go, where one is, and the keys that go there. */
export const SideMenu = ({ groups, currentId, onNavigate, look = 'default' }: SideMenuProps) => {
  const { nav, heading, link } = looks[look]
  // One part needs no name.
  const isNamed = groups.length > 1
  return (
    <div className={cx('py-3', nav)}>
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={isNamed ? `menu-${group.id}` : undefined}>
          {isNamed && (
            <h2 id={`menu-${group.id}`} className={heading}>
              {group.label}
            </h2>
          )}
          <ul className="flex flex-col gap-px">
            {group.items.map((item) => (
              <li key={item.id}>
                <PlaceLink
                  item={item}
                  look={link}
                  isCurrent={item.id === currentId}
                  onNavigate={onNavigate}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const wordHeading = 'px-2 pb-1 text-xs font-medium text-ink-muted'
const narrow =
  'flex flex-col gap-2 px-1.5 [&>section+section]:border-t [&>section+section]:border-line [&>section+section]:pt-2'

const looks = {
  default: { nav: 'flex flex-col gap-5 px-2', heading: wordHeading, link: 'row' },
  condensed: { nav: narrow, heading: 'sr-only', link: 'icon' },
  compact: { nav: narrow, heading: 'sr-only', link: 'tile' },
  screen: {
    nav: 'mx-auto grid w-full max-w-boxed grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-8 px-6 pt-8',
    heading: wordHeading,
    link: 'row',
  },
} as const
